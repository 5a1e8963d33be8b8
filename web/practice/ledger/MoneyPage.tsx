import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { readToday } from '#web/ground/browser/clock.ts';
import { fetchAhead } from '#web/ground/parts/fetch-ahead.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { DebtsCard } from '#web/practice/ledger/DebtsCard.tsx';
import classes from '#web/practice/ledger/MoneyPage.module.css';
import { MonthsCard } from '#web/practice/ledger/MonthsCard.tsx';
import { PaymentsCard } from '#web/practice/ledger/PaymentsCard.tsx';
import { debtsQuery, yearQuery } from '#web/practice/ledger/queries.ts';
import { StatisticsCard } from '#web/practice/ledger/StatisticsCard.tsx';
import { EyeButton } from '#web/practice/money/EyeButton.tsx';
import { moneyUsedQuery } from '#web/practice/money/used.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { AddButton } from '#web/ui/page/AddButton.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useFocusNear } from '#web/ui/list/keep-focus-near.ts';

const PaymentDialog = lazyDialog(async () => (await import('#web/practice/money/PaymentDialog.tsx')).PaymentDialog);

const route = getRouteApi('/dashboard/money');

/** Received, held and owed money, and the statistics of a year (MONEY-06, MONEY-08). */
export function MoneyPage() {
  const search = route.useSearch();
  const today = readToday(useTimeZone());
  const year = yearOf(search.year, today);
  const months = useQuery(yearQuery(year));
  const found = useQuery(moneyUsedQuery());
  // Waits for the debts, because a list of unknown length would move what is below it.
  const debts = useQuery(debtsQuery()(1));
  const { price } = useProfile();
  const [adding, setAdding] = useState(false);
  const quiet = useQuiet();
  const failed = [months, found].find(({ isError, data }) => isError && data === undefined);
  const used = price !== null || found.data;
  return (
    <>
      <PageHeader
        title="Деньги"
        subtitle="Кто и&nbsp;сколько заплатил, кто должен и&nbsp;как прошёл год"
        action={
          <>
            <EyeButton />
            <AddButton onClick={() => setAdding(true)}>Новая оплата</AddButton>
          </>
        }
      />
      <YearLinks year={year} today={today} />
      {failed ? (
        <ErrorState title="Не&nbsp;удалось загрузить деньги" onRetry={() => void failed.refetch()} />
      ) : !months.data || used === undefined || debts.isPending ? (
        <LoadingCards text="Загрузка..." columns={1} count={3} height={240} />
      ) : (
        <div className={classes.stack}>
          {used ? (
            <>
              <MonthsCard months={months.data} year={year} today={today} quiet={quiet} />
              <DebtsCard />
            </>
          ) : (
            <EmptyState
              title="Здесь будет видно, кто и&nbsp;сколько заплатил"
              hint="Начните с&nbsp;обычной цены: с&nbsp;ней цену можно указать и&nbsp;у&nbsp;клиента, и&nbsp;у&nbsp;одной сессии. Пока цены нет, о&nbsp;деньгах нигде не&nbsp;говорится."
              action={
                <Button
                  variant="default"
                  renderRoot={(props) => <Link to="/dashboard/profile" search={{ section: 'money' }} {...props} />}
                >
                  Указать цену
                </Button>
              }
            />
          )}
          <StatisticsCard months={months.data} year={year} today={today} />
          {/* The longest card comes last, below those of limited length. */}
          {used && <PaymentsCard year={year} client={search.client ?? ''} unreceipted={search.receipt === 'no'} />}
        </div>
      )}
      <PaymentDialog opened={adding} payment={null} client={null} onClose={() => setAdding(false)} />
    </>
  );
}

/**
 * Whether the screen's own queries have finished: only then the chart loads, which is more than half as large as
 * everything else.
 */
function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => void fetchAhead(async () => setQuiet(true)), []);
  return quiet;
}

const FIRST_YEAR = 2000;

/** The year of the address, or this one. */
function yearOf(asked: string | undefined, today: Temporal.PlainDate): number {
  const year = Number(asked);
  return Number.isInteger(year) && year >= FIRST_YEAR && year <= today.year ? year : today.year;
}

interface YearLinksProps {
  year: number;
  today: Temporal.PlainDate;
}

/** The shown year with links to the neighbouring ones. */
function YearLinks({ year, today }: YearLinksProps) {
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

/** The link disappears when no further year exists; then the focus moves to the remaining link. */
function Leaving({ next, children }: { next: () => void; children: ReactNode }) {
  return <span ref={useFocusNear<HTMLSpanElement>(next)}>{children}</span>;
}
