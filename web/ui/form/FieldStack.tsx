import type { ReactNode } from 'react';

/** Fields in one column. */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className="column gap-4">{children}</div>;
}

/** The label of an optional field. */
export function OptionalLabel({ children }: { children: string }) {
  return (
    <>
      {children} <span className="light secondary">необязательно</span>
    </>
  );
}
