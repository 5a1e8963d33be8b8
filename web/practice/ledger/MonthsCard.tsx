import { useId } from 'react';
import type { MonthMoney } from '#domain/money/money.ts';
import { capital, showMonthName } from '#web/ground/format/dates.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import classes from '#web/practice/ledger/MoneyPage.module.css';
import { begunMonths, totalOf } from '#web/practice/ledger/months.ts';
import { Amount } from '#web/practice/money/Amount.tsx';
import { useAmountsHidden } from '#web/practice/money/amounts-hidden.ts';
import { Card } from '#web/ui/page/CardGrid.tsx';

const MonthsChart = lazyPart(async () => (await import('#web/practice/ledger/MonthsChart.tsx')).MonthsChart, {
  coming: <p className={classes.instead}>Загрузка графика...</p>,
});

export interface MonthsProps {
  months: readonly MonthMoney[];
  year: number;
  today: Temporal.PlainDate;
}

/** Received and held money by month: a chart, loaded last, and a table for keyboard and screen readers. */
export function MonthsCard({ months, year, today, quiet }: MonthsProps & { quiet: boolean }) {
  const label = useId();
  const hidden = useAmountsHidden();
  const begun = begunMonths(months, today);
  const total = totalOf(begun);
  return (
    <Card className={classes.card} aria-labelledby={label}>
      <h3 id={label} className="lead">
        По&nbsp;месяцам
      </h3>
      {begun.some(({ received, held }) => received !== 0 || held !== 0) ? (
        <>
          <p className={classes.hint}>
            «Получено»&nbsp;— по&nbsp;дню оплаты, за&nbsp;вычетом возвратов. «Проведено»&nbsp;— сколько стоят
            состоявшиеся встречи и&nbsp;отмены, которые оплачиваются.
          </p>
          <div className={classes.months}>
            <div aria-hidden className={classes.chart}>
              {hidden ? <p className={classes.instead}>Суммы скрыты</p> : quiet && <MonthsChart months={months} />}
            </div>
            <table className={classes.table} aria-label={`Деньги по\u00A0месяцам, ${year}\u00A0год`}>
              <thead>
                <tr>
                  <th scope="col">Месяц</th>
                  <th scope="col">
                    <span aria-hidden className={classes.received} />
                    Получено
                  </th>
                  <th scope="col">
                    <span aria-hidden className={classes.held} />
                    Проведено
                  </th>
                </tr>
              </thead>
              <tbody>
                {begun.map(({ month, received, held }) => (
                  <tr key={month}>
                    <th scope="row">{monthWord(month)}</th>
                    <td>
                      <Amount kopecks={received} />
                    </td>
                    <td>
                      <Amount kopecks={held} />
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">За&nbsp;год</th>
                  <td>
                    <Amount kopecks={total.received} />
                  </td>
                  <td>
                    <Amount kopecks={total.held} />
                  </td>
                </tr>
              </tfoot>
            </table>
          </div>
        </>
      ) : (
        <p className={classes.hint}>За&nbsp;{year} год денег нет.</p>
      )}
    </Card>
  );
}

/** 'Ноябрь' */
export function monthWord(month: string): string {
  return capital(showMonthName(Temporal.PlainYearMonth.from(month)));
}
