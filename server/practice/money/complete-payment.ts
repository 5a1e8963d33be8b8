import { badRequest, type FieldErrors } from '#domain/errors.ts';
import { type PayWay, USUAL_WAY } from '#domain/money/money.ts';
import { contradiction } from '#domain/money/money-values.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { findOwned } from '#server/records/store.ts';

type Payment = Decoded<'payments'>;

/** A payment that may not have a way yet. */
type Sent = Omit<Payment, 'way'> & { way: '' | Payment['way'] };

/**
 * Returns a payment with the defaults for its day and way: today in the practitioner's zone and the client's usual way.
 * Throws a 400 for a day after today, for a session of another client, and for fields that need a client who is
 * deleted.
 */
export async function completePayment(
  action: Action,
  before: Payment | null,
  row: Sent,
  message: string,
): Promise<Payment> {
  const { zone, usual } = await readTerms(action, row.client);
  const today = action.now.toZonedDateTimeISO(zone).toPlainDate().toString();
  const payment = { ...row, paid_on: row.paid_on || today, way: row.way || usual };
  const errors: FieldErrors = {};
  if (payment.paid_on > today && payment.paid_on !== before?.paid_on) errors['paid_on'] = FIELD_ERROR.invalidValue;
  const contradicting = contradiction(payment);
  if (contradicting) errors[contradicting] = FIELD_ERROR.invalidValue;
  if (payment.client === '') {
    for (const field of ['session', 'note'] as const) if (payment[field]) errors[field] = FIELD_ERROR.invalidValue;
  } else if (payment.session !== '' && (payment.session !== before?.session || payment.client !== before.client)) {
    const session = await findOwned(action.write.trx, 'sessions', action.owner, payment.session);
    if (session?.client !== payment.client) errors['session'] = FIELD_ERROR.invalidValue;
  }
  if (Object.keys(errors).length > 0) throw badRequest(message, errors);
  return payment;
}

async function readTerms({ write, owner }: Action, client: string): Promise<{ zone: string; usual: PayWay }> {
  const found = await write.trx
    .selectFrom('profiles')
    .leftJoin('clients', (join) => join.onRef('clients.user', '=', 'profiles.user').on('clients.id', '=', client))
    .select(['profiles.time_zone', 'clients.pay_way'])
    .where('profiles.user', '=', owner)
    .executeTakeFirstOrThrow();
  return { zone: found.time_zone, usual: found.pay_way || USUAL_WAY };
}
