import { CSV_MARK, csvLine } from '#domain/archive/csv.ts';
import type { SessionMoney } from '#domain/money/money.ts';
import { MONEY_HEADS, type MoneyTable, paymentCells, sessionCells } from '#domain/money/csv-columns.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { refuseLocked } from '#server/ground/db/strict-keys.ts';
import type { LongRead } from '#server/ground/limits/long-reads.ts';
import { bordersOf, monthsOf } from '#server/practice/money/months.ts';
import {
  type MoneyPractice,
  type MoneyScope,
  readMoneyPractice,
  settleInPieces,
} from '#server/practice/money/read-money.ts';

/** Lines between two checks of the time. */
const AT_ONCE = 200;

/**
 * Returns a table of the payments, or the sessions, of a year. Throws a 400 for payments while the texts are locked.
 */
export async function exportYear(
  scope: MoneyScope,
  { year, of }: { year: number | null; of: MoneyTable },
  now: Temporal.Instant,
  read: LongRead,
): Promise<string> {
  const practice = await readMoneyPractice(scope, now);
  const wanted = year ?? Temporal.PlainDate.from(practice.today).year;
  const lines =
    of === 'payments' ? paymentLines(scope, practice.time_zone, wanted) : sessionLines(scope, practice, wanted, read);
  let csv = CSV_MARK + csvLine(MONEY_HEADS[of]);
  let count = 0;
  for await (const line of lines) {
    csv += line;
    count += 1;
    if (count % AT_ONCE === 0 && read.isDue) await read.pause();
  }
  return csv;
}

async function* paymentLines(scope: MoneyScope, timeZone: string, year: number): AsyncGenerator<string> {
  const { reader, owner } = scope;
  await refuseLocked(reader, owner);
  const names = await namesOf(scope);
  for (const month of monthsOf(year)) {
    const rows = await reader
      .selectFrom('payments')
      .selectAll('payments')
      .select((row) =>
        row
          .selectFrom('sessions')
          .select('sessions.date')
          .whereRef('sessions.id', '=', 'payments.session')
          .whereRef('sessions.user', '=', 'payments.user')
          .as('date'),
      )
      .where('user', '=', owner)
      .where('paid_on', '>=', `${month}-01`)
      .where('paid_on', '<=', `${month}-31`)
      .orderBy('paid_on')
      .orderBy('created')
      .orderBy('id')
      .execute();
    for (const [at, row] of (await openRows(reader, 'payments', rows)).entries()) {
      const line = { ...row, name: names.get(row.client) ?? '', date: rows[at]?.date ?? '' };
      yield csvLine(paymentCells(line, timeZone));
    }
  }
}

async function* sessionLines(
  scope: MoneyScope,
  practice: MoneyPractice,
  year: number,
  read: LongRead,
): AsyncGenerator<string> {
  const { reader, owner } = scope;
  const borders = bordersOf(year, practice.time_zone);
  const names = await namesOf(scope);
  const money = new Map<string, SessionMoney>();
  for await (const { settled } of settleInPieces(scope, practice, [...names.keys()], read)) {
    for (const session of settled.sessions) money.set(session.id, session);
  }
  for (const [at, start] of borders.slice(0, -1).entries()) {
    const rows = await reader
      .selectFrom('sessions')
      .select(['id', 'client', 'date', 'duration', 'status', 'outcome', 'price'])
      .where('user', '=', owner)
      .where('date', '>=', start)
      .where('date', '<', borders[at + 1] ?? '')
      .orderBy('date')
      .orderBy('id')
      .execute();
    for (const { id, client, ...row } of rows) {
      const { price = row.price, paid = 0 } = money.get(id) ?? {};
      const line = { ...row, status: row.status as SessionStatus, name: names.get(client ?? '') ?? '', price, paid };
      yield csvLine(sessionCells(line, practice.time_zone));
    }
  }
}

async function namesOf({ reader, owner }: MoneyScope): Promise<Map<string, string>> {
  const rows = await reader.selectFrom('clients').select(['id', 'name']).where('user', '=', owner).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
