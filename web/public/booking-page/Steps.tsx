import type { ReactNode } from 'react';
import classes from '#web/public/booking-page/Steps.module.css';

interface StepsProps {
  children: ReactNode[];
  /** On the phone, render a paragraph instead of a numbered row. */
  plainOnPhone?: boolean;
}

/** Facts in order, as a numbered row. */
export function Steps({ children, plainOnPhone = false }: StepsProps) {
  return (
    <ol role="list" className={classes.steps} data-plain={plainOnPhone || undefined}>
      {children.map((step, index) => (
        <li key={index}>{step}</li>
      ))}
    </ol>
  );
}
