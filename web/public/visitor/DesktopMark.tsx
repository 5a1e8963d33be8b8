import classes from '#web/public/visitor/DesktopMark.module.css';
import { Mark } from '#web/ui/base/Mark.tsx';

/** The product's logo, only if there is room: for a visitor the psychologist matters more. */
export function DesktopMark() {
  return (
    <span className={classes.mark}>
      <Mark />
    </span>
  );
}
