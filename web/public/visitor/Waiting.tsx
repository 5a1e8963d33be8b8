import classes from '#web/public/visitor/Waiting.module.css';

/** The specification's spinner; visible only after a moment of waiting. */
export function Waiting({ page = false, children }: { page?: boolean; children: string }) {
  return (
    <div role="status" className={classes.waiting} data-page={page || undefined}>
      <span aria-hidden className={classes.spinner} />
      <span className="visually-hidden">{children}</span>
    </div>
  );
}
