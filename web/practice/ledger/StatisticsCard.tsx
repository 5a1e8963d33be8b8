import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { showInColumn } from '#web/ground/format/plural.ts';
import classes from '#web/practice/ledger/MoneyPage.module.css';
import { type MonthsProps, monthWord } from '#web/practice/ledger/MonthsCard.tsx';
import { begunMonths, meanPerWeek, monthsSince, showHoursOf, totalOf } from '#web/practice/ledger/months.ts';
import { firstMonthQuery } from '#web/practice/ledger/queries.ts';
import { SaveTable } from '#web/practice/ledger/SaveTable.tsx';
import { Card } from '#web/ui/page/CardGrid.tsx';

/** Meetings, cancellations and clients of a year by month (MONEY-08). */
export function StatisticsCard({ months, year, today }: MonthsProps) {
  const label = useId();
  const begun = begunMonths(months, today);
  const { data: firstMonth = '' } = useQuery(firstMonthQuery(year));
  const total = totalOf(begun);
  const mean = meanPerWeek(monthsSince(begun, firstMonth), today);
  return (
    <Card className={classes.card} aria-labelledby={label}>
      <div className={classes.head}>
        <h3 id={label} className="lead">
          Статистика
        </h3>
        <SaveTable year={year} of="sessions" />
      </div>
      <p className={classes.hint}>
        Таблица сессий за&nbsp;год с&nbsp;часами пригодится для аккредитации. Клиент «новый» в&nbsp;месяце первой
        состоявшейся встречи, «завершил»&nbsp;— в&nbsp;месяце последней, если с&nbsp;неё прошло четыре недели
        и&nbsp;новая не&nbsp;запланирована.
      </p>
      <div className={classes.tables}>
        <Table
          caption="Встречи"
          heads={['Встреч', 'Часов', 'В\u00A0неделю']}
          rows={begun.map((one) => [
            monthWord(one.month),
            showInColumn(one.sessions),
            showHoursOf(one.minutes),
            meanPerWeek([one], today),
          ])}
          total={[showInColumn(total.sessions), showHoursOf(total.minutes), mean]}
        />
        <Table
          caption="Отмены"
          heads={['Клиент', 'Вы', 'Поздно', 'Неявки']}
          rows={begun.map((one) => [
            monthWord(one.month),
            showInColumn(one.canceled_client),
            showInColumn(one.canceled_practitioner),
            showInColumn(one.late),
            showInColumn(one.no_show),
          ])}
          total={[total.canceled_client, total.canceled_practitioner, total.late, total.no_show].map(showInColumn)}
        />
        <Table
          caption="Клиенты"
          heads={['Новые', 'Завершили']}
          rows={begun.map((one) => [
            monthWord(one.month),
            showInColumn(one.new_clients),
            showInColumn(one.ended_clients),
          ])}
          total={[total.new_clients, total.ended_clients].map(showInColumn)}
        />
      </div>
    </Card>
  );
}

interface TableProps {
  caption: string;
  heads: readonly string[];
  /** The month, then a cell for each head. */
  rows: readonly (readonly string[])[];
  total: readonly string[];
}

function Table({ caption, heads, rows, total }: TableProps) {
  return (
    <table className={classes.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Месяц</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([month, ...cells]) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            {cells.map((cell, at) => (
              <td key={heads[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">За&nbsp;год</th>
          {total.map((cell, at) => (
            <td key={heads[at]}>{cell}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
