import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import classes from '#web/practice/ledger/MoneyPage.module.css';
import { useFocusNear } from '#web/ui/list/keep-focus-near.ts';

interface YearLinksProps {
  year: number;
  today: Temporal.PlainDate;
}

/** The year that is shown, and the ones beside it. */
export function YearLinks({ year, today }: YearLinksProps) {
  const place = useRef<HTMLElement>(null);
  const toBefore = () => queueMicrotask(() => place.current?.querySelector('a')?.focus({ preventScroll: true }));
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
    <nav ref={place} aria-label="Год" className={classes.years}>
      {linkTo(year - 1, IconChevronLeft)}
      <h2 className={classes.year} aria-live="polite">
        {year}&nbsp;год
      </h2>
      {year < today.year && <Leaving next={toBefore}>{linkTo(year + 1, IconChevronRight)}</Leaving>}
    </nav>
  );
}

/** No year follows this one: its link goes with the press, and the focus to the link that stays. */
function Leaving({ next, children }: { next: () => void; children: ReactNode }) {
  return <span ref={useFocusNear<HTMLSpanElement>(next)}>{children}</span>;
}
