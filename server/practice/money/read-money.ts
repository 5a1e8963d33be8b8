import type { DueRules, PayWay } from '#domain/money/money.ts';
import {
  type MoneyPayment,
  type MoneySession,
  type MoneyTerms,
  settle,
  type Settlement,
} from '#domain/money/settle.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { idList, ownerBesideIds } from '#server/ground/db/query.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { LongRead } from '#server/ground/limits/long-reads.ts';

/** Clients in one statement; each has some hundreds of sessions at most. */
const CLIENTS_AT_ONCE = 10;

export interface MoneyScope {
  reader: Reader;
  engine: Engine;
  owner: OwnerId;
}

/** The rules of the whole practice. */
export interface MoneyPractice extends DueRules, Pick<MoneyTerms, 'time_zone' | 'today'> {
  /** The usual price. */
  price: number | null;
}

/** Returns the practitioner's rules as they are now. */
export async function readMoneyPractice(
  { reader, owner }: Pick<MoneyScope, 'reader' | 'owner'>,
  now: Temporal.Instant,
): Promise<MoneyPractice> {
  const { late_paid, no_show_paid, ...profile } = await reader
    .selectFrom('profiles')
    .select(['price', 'late_paid', 'no_show_paid', 'time_zone'])
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  const today = now.toZonedDateTimeISO(profile.time_zone).toPlainDate().toString();
  return { ...profile, late_paid: late_paid === 1, no_show_paid: no_show_paid === 1, today };
}

/** Everything that is needed to settle one client. */
export interface Books {
  client: string;
  pay_way: '' | PayWay;
  sessions: MoneySession[];
  payments: MoneyPayment[];
  terms: MoneyTerms;
}

/** Returns the books of those of these clients that exist. */
async function readBooks(scope: MoneyScope, practice: MoneyPractice, clients: readonly string[]): Promise<Books[]> {
  const { reader, engine, owner } = scope;
  const ids = idList(engine, clients);
  const known = await reader
    .selectFrom('clients')
    .select(['id', 'price', 'pay_way'])
    .where(ownerBesideIds(engine, 'user'), '=', owner)
    .where('id', 'in', ids)
    .execute();
  const sessions = await reader
    .selectFrom('sessions')
    .select(['id', 'client', 'date', 'status', 'outcome', 'price', 'waived'])
    .where('user', '=', owner)
    .where('client', 'in', ids)
    .execute();
  const payments = await reader
    .selectFrom('payments')
    .select(['id', 'client', 'session', 'amount', 'paid_on', 'created', 'meetings', 'until'])
    .where('user', '=', owner)
    .where('client', 'in', ids)
    .where('client', 'is not', null)
    .execute();
  const [sessionsOf, paymentsOf] = [
    Map.groupBy(sessions, ({ client }) => client),
    Map.groupBy(payments, ({ client }) => client),
  ];
  return known.map(({ id, price, pay_way }) => ({
    client: id,
    pay_way,
    sessions: (sessionsOf.get(id) ?? []).map(moneySession),
    payments: (paymentsOf.get(id) ?? []).map(moneyPayment),
    terms: { ...practice, price: price ?? practice.price },
  }));
}

/** Returns what one client owes, by session; null where the client does not exist. */
export async function settleClient(
  scope: MoneyScope,
  client: string,
  now: Temporal.Instant,
): Promise<Settlement | null> {
  const books = await readClientBooks(scope, client, now);
  return books && settleBooks(books);
}

export async function readClientBooks(scope: MoneyScope, client: string, now: Temporal.Instant): Promise<Books | null> {
  const [books] = await readBooks(scope, await readMoneyPractice(scope, now), [client]);
  return books ?? null;
}

/** Reads the books of clients in pieces, between which other requests run, and yields each client's result. */
export async function* settleInPieces(
  scope: MoneyScope,
  practice: MoneyPractice,
  clients: readonly string[],
  read: LongRead,
): AsyncGenerator<{ books: Books; settled: Settlement }> {
  for (let at = 0; at < clients.length; at += CLIENTS_AT_ONCE) {
    if (at > 0) await read.pause();
    for (const books of await readBooks(scope, practice, clients.slice(at, at + CLIENTS_AT_ONCE))) {
      if (read.isDue) await read.pause();
      yield { books, settled: settleBooks(books) };
    }
  }
}

function settleBooks({ sessions, payments, terms }: Books): Settlement {
  return settle(sessions, payments, terms);
}

function moneySession({
  waived,
  status,
  ...session
}: Pick<Row<'sessions'>, 'id' | 'date' | 'status' | 'outcome' | 'price' | 'waived'>): MoneySession {
  // A database constraint allows no other status.
  return { ...session, status: status as SessionStatus, waived: waived === 1 };
}

function moneyPayment({
  session,
  until,
  ...payment
}: Pick<Row<'payments'>, 'id' | 'session' | 'amount' | 'paid_on' | 'created' | 'meetings' | 'until'>): MoneyPayment {
  return { ...payment, session: session ?? '', until: until ?? '' };
}
