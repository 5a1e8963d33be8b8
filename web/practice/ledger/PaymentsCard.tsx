import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';
import { ClientChoice } from '#web/practice/client-choice/ClientChoice.tsx';
import classes from '#web/practice/ledger/MoneyPage.module.css';
import { SaveTable } from '#web/practice/ledger/SaveTable.tsx';
import { PaymentList } from '#web/practice/money/PaymentList.tsx';
import { Card } from '#web/ui/page/CardGrid.tsx';
import { Segments } from '#web/ui/page/Segments.tsx';

interface PaymentsCardProps {
  year: number;
  /** '' for all clients. */
  client: string;
  unreceipted: boolean;
}

const route = getRouteApi('/dashboard/money');

const WHICH = [
  { value: 'all', label: 'Все' },
  { value: 'no', label: 'Без чека' },
] as const;

/** The payments of a year, optionally of one client or without a receipt (MONEY-06). */
export function PaymentsCard({ year, client, unreceipted }: PaymentsCardProps) {
  const label = useId();
  const navigate = route.useNavigate();
  const choose = (next: { client: string; receipt: boolean }) =>
    void navigate({
      search: (before) => ({
        ...(before.year && { year: before.year }),
        ...(next.client && { client: next.client }),
        ...(next.receipt && { receipt: 'no' }),
      }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Card className={classes.card} aria-labelledby={label}>
      <div className={classes.head}>
        <h3 id={label} className="lead">
          Оплаты
        </h3>
        <SaveTable year={year} of="payments" />
      </div>
      <div className={classes.filters}>
        <ClientChoice
          client={client}
          everybody
          onChoose={(chosen) => choose({ client: chosen, receipt: unreceipted })}
        />
        <Segments
          label="Какие оплаты"
          choices={WHICH}
          value={unreceipted ? 'no' : 'all'}
          onChange={(which) => choose({ client, receipt: which === 'no' })}
        />
      </div>
      <PaymentList
        listing={{ year, client, unreceipted }}
        named={client === ''}
        none={unreceipted ? 'Все оплаты с\u00A0чеком.' : 'За\u00A0этот год оплат нет.'}
      />
    </Card>
  );
}
