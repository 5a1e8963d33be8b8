import classes from '#web/booking-page/DesktopMark.module.css';
import { Mark } from '#web/ui/Mark.tsx';

/** The product's mark, where there is room for it: a visitor came for the psychologist. */
export function DesktopMark() {
  return (
    <span className={classes.mark}>
      <Mark />
    </span>
  );
}
