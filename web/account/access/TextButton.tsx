import type { ComponentProps } from 'react';
import classes from '#web/account/access/TextButton.module.css';

/** A button that looks like a link: it changes the card and does not navigate. */
export function TextButton({ quiet = false, ...props }: ComponentProps<'button'> & { quiet?: boolean }) {
  return <button type="button" className={classes.button} data-quiet={quiet || undefined} {...props} />;
}
