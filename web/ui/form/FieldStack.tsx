import type { ReactNode } from 'react';
import classes from '#web/ui/form/FieldStack.module.css';

/** Fields in one column. */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className="column gap-4">{children}</div>;
}

/** The label of an optional field. */
export function OptionalLabel({ children }: { children: string }) {
  return (
    <>
      {children} <span className={classes.optional}>необязательно</span>
    </>
  );
}
