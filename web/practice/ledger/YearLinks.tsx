import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '#web/practice/ledger/MoneyPage.module.css';

interface YearLinksProps {
  year: number;
  today: Temporal.PlainDate;
}

/** The year that is shown, and the ones beside it. */
export function YearLinks({ year, today }: YearLinksProps) {
  const linkTo = (other: number, Icon: typeof IconChevronLeft) => (
    <Link
      to="/dashboard/money"
      search={(before) => ({ ...before, year: String(other) })}
      replace
      resetScroll={false}
      aria-label={`${other} год`}
      className={classes.step}
    >
      <Icon aria-hidden size={20} stroke={1.6} />
    </Link>
  );
  return (
    <nav aria-label="Год" className={classes.years}>
      {linkTo(year - 1, IconChevronLeft)}
      <h2 className={classes.year} aria-live="polite">
        {year}&nbsp;год
      </h2>
      {year < today.year && linkTo(year + 1, IconChevronRight)}
    </nav>
  );
}
