import type { Amount } from '#web/practice/archive/list-names.ts';
import classes from '#web/practice/archive/Amounts.module.css';
import { showInColumn } from '#web/ground/format/plural.ts';

interface AmountsProps {
  label: string;
  amounts: readonly Amount[];
}

/** The numbers of records by kind. */
export function Amounts({ label, amounts }: AmountsProps) {
  return (
    <ul role="list" aria-label={label} className={classes.amounts}>
      {amounts.map(({ name, count }) => (
        <li key={name} className={classes.amount}>
          <span>{name}</span> <span className={classes.count}>{showInColumn(count)}</span>
        </li>
      ))}
    </ul>
  );
}
