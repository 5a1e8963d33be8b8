import { sql } from 'kysely';
import { emailKey } from '#domain/accounts/email.ts';
import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { MOVE_SETTLES_SECONDS, STRANGER_LETTERS_A_DAY } from '#domain/letters/letter.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { stopHash, strangerHash } from '#server/practice/letters/address-keys.ts';
import { dropLetters, planLetters } from '#server/practice/letters/letter-rows.ts';

type Request = Pick<Decoded<'booking'>, 'id' | 'date' | 'client' | 'email'>;

/**
 * Plans the letter to a visitor about a request that was received or rejected, in place of one that still waits. A
 * rejection can be taken back before its letter leaves.
 */
export async function planRequestLetters(
  action: Action,
  request: Request,
  kind: 'request-received' | 'request-rejected' | null,
): Promise<void> {
  if (request.email === '') return;
  await dropLetters(action, { booking: request.id });
  if (kind) await planForVisitor(action, request, kind);
}

/** Plans that letter about a request that has none yet. */
export async function planForVisitor(
  action: Action,
  request: Request,
  kind: 'request-received' | 'request-rejected',
): Promise<void> {
  const known = request.email === '' ? null : await readAddress(action, request);
  if (!known) return;
  const stranger = known.isClients ? null : strangerHash(action.context, request.email);
  const isOver = stranger !== null && (await isFlood(action, stranger));
  const over = isOver ? { over: { state: 'dropped', reason: 'limit' } as const } : {};
  const at = kind === 'request-rejected' ? { at: action.now.add({ seconds: MOVE_SETTLES_SECONDS }) } : {};
  const { id, date: start, client } = request;
  await planLetters(action, [
    { kind, client, booking: id, start, duration: BOOKING_DURATION, stranger, ...at, ...over },
  ]);
}

/** Plans the letter about an approved request: to the address that the visitor left, or to that of the known client. */
export async function planApprovalLetter(
  action: Action,
  request: Request,
  session: Decoded<'sessions'>,
  known: Pick<Decoded<'clients'>, 'email' | 'reminders'>,
): Promise<void> {
  if (request.email !== '') await dropLetters(action, { booking: request.id });
  const isAddressed = request.email !== '' || (known.email !== '' && known.reminders === 'email');
  if (!isAddressed || !(await readAddress(action, request))) return;
  const { id, client, date: start, duration } = session;
  await planLetters(action, [{ kind: 'request-approved', client, booking: request.id, session: id, start, duration }]);
}

/**
 * Returns whether a client of the practitioner has the address of a request to come; null where no letter goes there,
 * because letters are off, or the address opted out.
 */
async function readAddress(
  { context, write, owner, now }: Action,
  { date, email }: Request,
): Promise<{ isClients: boolean } | null> {
  if (Temporal.Instant.compare(parseStoredInstant(date), now) <= 0) return null;
  const known = await write.trx
    .selectFrom('profiles')
    .select('client_letters')
    .select((row) => [
      row
        .selectFrom('clients')
        .select('id')
        .where('user', '=', owner)
        .where('email_key', '=', emailKey(email))
        .where('email_key', '!=', sql.lit(''))
        .limit(1)
        .as('client'),
      row
        .selectFrom('letter_stops')
        .select('hash')
        .where('user', '=', owner)
        .where('hash', '=', stopHash(context, owner, email))
        .as('stop'),
    ])
    .where('user', '=', owner)
    .executeTakeFirst();
  if (known?.client_letters !== 1 || (email !== '' && known.stop !== null)) return null;
  return { isClients: known.client !== null };
}

/** Returns whether the address has its letters of a day already, over all practitioners. */
async function isFlood({ write, now }: Action, stranger: string): Promise<boolean> {
  // Two practices that write to one address at once would both count the letters before.
  if (write.engine === 'postgres') {
    await sql`select pg_advisory_xact_lock(hashtext('letters'), hashtext(${stranger}))`.execute(write.trx);
  }
  const { count } = await write.trx
    .selectFrom('letters')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('stranger', '=', stranger)
    .where('created', '>', printInstant(now.subtract({ hours: 24 })))
    .where('state', '!=', 'dropped')
    .executeTakeFirstOrThrow();
  return Number(count) >= STRANGER_LETTERS_A_DAY;
}
