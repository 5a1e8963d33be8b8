import { conflict } from '#domain/errors.ts';
import type { SessionMoney } from '#domain/money/money.ts';
import { type MoneyPayment, settle } from '#domain/money/settle.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { openRow } from '#server/ground/db/sealed-rows.ts';
import { completePayment } from '#server/practice/money/complete-payment.ts';
import { type Books, readClientBooks } from '#server/practice/money/read-money.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { printInstant } from '#domain/time/instant.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { getOwned, insertRow } from '#server/records/store.ts';

/** What a caller sets; '' for today and the client's usual way. */
type Press = Pick<Decoded<'payments'>, 'paid_on'> & { way: '' | Decoded<'payments'>['way'] };

interface Paid {
  payment: Decoded<'payments'>;
  session: SessionMoney;
  /** Whether this call created the payment: only then may the page offer to undo it. */
  made: boolean;
}

/**
 * Pays the rest of a session. Where nothing is due, returns its newest payment (MONEY-03), or throws a 409 without one.
 */
export async function paySession(action: Action, id: string, press: Press): Promise<Paid> {
  const { write, owner, now } = action;
  const { client } = await getOwned(write.trx, 'sessions', owner, id);
  const books = await readClientBooks({ reader: write.trx, engine: write.engine, owner }, client, now);
  const session = moneyOf(id, books);
  if (session.due === 0) return { payment: await newest(action, id), session, made: false };
  const payment = await payRest(action, { client, session: id, amount: session.due }, press);
  return { payment, session: moneyOf(id, books, [payment]), made: true };
}

async function payRest(
  action: Action,
  rest: Pick<Decoded<'payments'>, 'client' | 'session' | 'amount'>,
  press: Press,
): Promise<Decoded<'payments'>> {
  const stamp = printInstant(action.now);
  const row = { id: newRecordId(), user: action.owner, created: stamp, updated: stamp, ...rest, ...press };
  const whole = { ...row, meetings: 0, until: '', receipt: false, note: '' };
  return insertRow(action, 'payments', await completePayment(action, null, whole, REFUSED.create));
}

async function newest({ write, owner }: Action, session: string): Promise<Decoded<'payments'>> {
  const row = await write.trx
    .selectFrom('payments')
    .selectAll()
    .where('user', '=', owner)
    .where('session', '=', session)
    .where('session', 'is not', null)
    .orderBy('paid_on', 'desc')
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) return openRow(write.trx, 'payments', row);
  const message = 'Nothing is due for this session.';
  throw conflict(message, { session: { code: 'nothing_due', message } });
}

function moneyOf(id: string, books: Books | null, added: MoneyPayment[] = []): SessionMoney {
  const settled = books && settle(books.sessions, [...books.payments, ...added], books.terms);
  const session = settled?.sessions.find((one) => one.id === id);
  return session ?? { id, price: null, due: 0, paid: 0, state: 'none' };
}
