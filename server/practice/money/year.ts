import { sql } from 'kysely';
import { ENDED_AFTER_DAYS, type MonthMoney, type YearMoney } from '#domain/money/money.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import type { LongRead } from '#server/ground/limits/long-reads.ts';
import { type Borders, bordersOf, monthAt, monthsOf } from '#server/practice/money/months.ts';
import {
  type MoneyPractice,
  type MoneyScope,
  readMoneyPractice,
  settleInPieces,
} from '#server/practice/money/read-money.ts';

/** Returns the twelve months of a year; null means the present year (MONEY-06, MONEY-08). */
export async function readYear(
  scope: MoneyScope,
  wanted: number | null,
  now: Temporal.Instant,
  read: LongRead,
): Promise<YearMoney> {
  const practice = await readMoneyPractice(scope, now);
  const year = wanted ?? Temporal.PlainDate.from(practice.today).year;
  const months = monthsOf(year).map(emptyMonth);
  const borders = bordersOf(year, practice.time_zone);
  await addReceived(scope, year, months);
  await addSessions(scope, practice, borders, months);
  await addShares(scope, practice, { year, borders, months, read });
  await addClients(scope, practice, borders, months);
  return { first_month: await firstMonth(scope, practice), months };
}

function emptyMonth(month: string): MonthMoney {
  return {
    month,
    received: 0,
    held: 0,
    sessions: 0,
    minutes: 0,
    canceled_client: 0,
    canceled_practitioner: 0,
    late: 0,
    no_show: 0,
    new_clients: 0,
    ended_clients: 0,
  };
}

async function firstMonth({ reader, owner }: MoneyScope, { time_zone }: MoneyPractice): Promise<string> {
  const first = await reader
    .selectFrom('sessions')
    .select('date')
    .where('user', '=', owner)
    .where('status', '=', sql.lit('completed'))
    .orderBy('date')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!first) return '';
  return parseStoredInstant(first.date).toZonedDateTimeISO(time_zone).toPlainDate().toPlainYearMonth().toString();
}

async function addReceived({ reader, owner }: MoneyScope, year: number, months: MonthMoney[]): Promise<void> {
  const rows = await reader
    .selectFrom('payments')
    .select([
      sql<string>`substr(paid_on, 1, 7)`.as('month'),
      sql<number>`cast(sum(amount) as double precision)`.as('sum'),
    ])
    .where('user', '=', owner)
    .where('paid_on', '>=', `${year}-01-01`)
    .where('paid_on', '<=', `${year}-12-31`)
    .groupBy(sql`1`)
    .execute();
  for (const { month, sum } of rows) for (const one of months) if (one.month === month) one.received = sum;
}

async function addSessions(
  { reader, owner }: MoneyScope,
  practice: MoneyPractice,
  borders: Borders,
  months: MonthMoney[],
): Promise<void> {
  const [start = '', ...ends] = borders;
  const month = sql.join(
    ends.map((end, at) => sql`when date < ${end} then ${sql.lit(at)}`),
    sql` `,
  );
  const { rows } = await sql<{
    month: number;
    status: string;
    outcome: string;
    waived: number;
    sessions: number;
    minutes: number;
    worth: number;
  }>`
    select case ${month} end as month, status, outcome, waived,
      cast(count(*) as double precision) as sessions,
      cast(sum(duration) as double precision) as minutes,
      cast(coalesce(sum(price), 0) as double precision) as worth
    from sessions
    where "user" = ${owner} and date >= ${start} and date < ${ends.at(-1)} and status in ('completed', 'canceled')
    group by 1, 2, 3, 4
  `.execute(reader);
  for (const { month: at, status, outcome, waived, sessions, minutes, worth } of rows) {
    const one = months[at];
    if (!one) continue;
    const isHeld = status === 'completed';
    if (isHeld) {
      one.sessions += sessions;
      one.minutes += minutes;
    } else if (outcome === 'late') one.late += sessions;
    else if (outcome === 'no_show') one.no_show += sessions;
    else if (outcome === 'client') one.canceled_client += sessions;
    else one.canceled_practitioner += sessions;
    const isWorth =
      isHeld || (outcome === 'late' && practice.late_paid) || (outcome === 'no_show' && practice.no_show_paid);
    if (isWorth && waived === 0) one.held += worth;
  }
}

/** Replaces the price by the share of a package, for sessions that a package pays for. */
async function addShares(
  scope: MoneyScope,
  practice: MoneyPractice,
  { year, borders, months, read }: { year: number; borders: Borders; months: MonthMoney[]; read: LongRead },
): Promise<void> {
  const { reader, owner } = scope;
  const rows = await reader
    .selectFrom('payments')
    .select('client')
    .where('user', '=', owner)
    .where('meetings', '>', sql.lit(0))
    .where('client', 'is not', null)
    .where('paid_on', '<=', `${year}-12-31`)
    .where((row) => row.or([row('until', 'is', null), row('until', '>=', `${year}-01-01`)]))
    .execute();
  const clients = [...new Set(rows.flatMap(({ client }) => client ?? []))];
  for await (const { books, settled } of settleInPieces(scope, practice, clients, read)) {
    const covered = new Map(settled.sessions.flatMap((one) => (one.state === 'package' ? [[one.id, one]] : [])));
    for (const { id, date } of books.sessions) {
      const [money, one] = [covered.get(id), months[monthAt(borders, date)]];
      if (money && one) one.held += money.paid - (money.price ?? 0);
    }
  }
}

/**
 * Counts clients in the month of their first session, and in that of their last one if none is planned since. One
 * statement that returns only clients to be counted: a practice has hundreds who come all year.
 */
async function addClients(
  { reader, owner }: MoneyScope,
  { time_zone, today }: MoneyPractice,
  borders: Borders,
  months: MonthMoney[],
): Promise<void> {
  const [start = '', end = ''] = [borders[0], borders[12]];
  const long = Temporal.PlainDate.from(today).subtract({ days: ENDED_AFTER_DAYS - 1 });
  const longAgo = printInstant(long.toZonedDateTime(time_zone).toInstant());
  // `is not distinct from`, because for `=` on this column PostgreSQL 18 prepares a new index search (skip scan) for
  // every client.
  const { rows } = await sql<{ first: string; last: string; before: 1 | null; after: 1 | null }>`
    with seen as (
      select client,
        min(date) filter (where status = 'completed') as first,
        max(date) filter (where status = 'completed') as last,
        max(date) as latest
      from sessions
      where "user" = ${owner} and date >= ${start} and date < ${end} and client is not null and status <> 'canceled'
      group by client
    ), held as materialized (
      select first, last,
        (
          select 1 from sessions
          where "user" = ${owner} and client = seen.client and date < ${start}
            and status is not distinct from 'completed'
          limit 1
        ) as before,
        case when latest > last or last >= ${longAgo} then 1 else (
          select 1 from sessions
          where "user" = ${owner} and client = seen.client and date >= ${end} and status <> 'canceled'
          limit 1
        ) end as after
      from seen
      where last is not null
    )
    select first, last, before, after from held where before is null or after is null
  `.execute(reader);
  for (const { first, last, before, after } of rows) {
    const [began, ended] = [months[monthAt(borders, first)], months[monthAt(borders, last)]];
    if (began && before === null) began.new_clients += 1;
    if (ended && after === null) ended.ended_clients += 1;
  }
}
