import classes from '#web/visitor/DesktopMark.module.css';
import { Mark } from '#web/ui/base/Mark.tsx';

/** The product's mark, where there is room for it: a visitor came for the psychologist. */
export function DesktopMark() {
  return (
    <span className={classes.mark}>
      <Mark />
    </span>
  );
}
