import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { CLIENT_GONE } from '#domain/clients/told-apart.ts';
import { USUAL_WAY } from '#domain/money/money.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { clientPage } from '#web/practice/client-page/client-page.ts';
import classes from '#web/practice/ledger/MoneyPage.module.css';
import { type Debt, debtsQuery } from '#web/practice/ledger/queries.ts';
import { Amount } from '#web/practice/money/Amount.tsx';
import { amountText } from '#web/practice/money/amount-text.ts';
import { LongList } from '#web/ui/list/LongList.tsx';
import { PlainList } from '#web/ui/list/PlainList.tsx';
import { Card } from '#web/ui/page/CardGrid.tsx';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';

const PaymentDialog = lazyDialog(async () => (await import('#web/practice/money/PaymentDialog.tsx')).PaymentDialog);

const ROW_HEIGHT = 60;

/** The clients who owe something, how much and since when, the oldest debt first (MONEY-06). */
export function DebtsCard() {
  const label = useId();
  const query = debtsQuery();
  const debts = useQuery(query(1));
  // With a single debtor, the row already shows the total.
  const all = debts.data && debts.data.totalItems > 1 ? debts.data.items[0]?.all : undefined;
  const [paying, setPaying] = useState<Debt | null>(null);
  return (
    <Card className={classes.card} aria-labelledby={label}>
      <div className={classes.head}>
        <h3 id={label} className="lead">
          Кто должен
        </h3>
        {all !== undefined && (
          <p>
            Всего{' '}
            <b className="bold">
              <Amount kopecks={all} />
            </b>
          </p>
        )}
      </div>
      {debts.data ? (
        debts.data.totalItems === 0 ? (
          <p className={classes.hint}>Никто: все состоявшиеся встречи с&nbsp;ценой оплачены.</p>
        ) : (
          <LongList
            List={PlainList}
            first={debts.data}
            query={query}
            height={ROW_HEIGHT}
            renderItem={(debt, place) => (
              <li key={debt.id} className={classes.debt} {...place}>
                <span className={classes.who}>
                  <Link {...clientPage(debt.id, 'money')} className="medium anywhere" translate="no">
                    {debt.name ?? CLIENT_GONE}
                  </Link>
                  <span className="small secondary">
                    с&nbsp;<span className="nowrap">{showDate(Temporal.PlainDate.from(debt.since))}</span>
                  </span>
                </span>
                <b className="bold">
                  <Amount kopecks={debt.due} />
                </b>
                <Button
                  variant="default"
                  aria-label={`Записать оплату: ${debt.name ?? ''}`}
                  onClick={() => setPaying(debt)}
                >
                  Записать оплату
                </Button>
              </li>
            )}
          />
        )
      ) : debts.isError ? (
        <p role="alert" className={classes.hint}>
          Не&nbsp;удалось загрузить долги. <RetryButton variant="subtle" onRetry={() => void debts.refetch()} />
        </p>
      ) : (
        <p className={classes.hint}>Загрузка...</p>
      )}
      {paying && (
        <PaymentDialog
          opened
          payment={null}
          client={{ id: paying.id, name: paying.name ?? '' }}
          suggested={{ amount: amountText(paying.due), way: paying.pay_way || USUAL_WAY }}
          onClose={() => setPaying(null)}
        />
      )}
    </Card>
  );
}
