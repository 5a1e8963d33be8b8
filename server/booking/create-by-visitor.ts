import { z } from 'zod';
import { badRequest, type FieldErrors } from '#domain/errors.ts';
import { ownerId } from '#server/identity/actor.ts';
import { receiveRequest } from '#server/booking/receive-request.ts';
import type { Row } from '#server/db/schema.ts';
import type { Values, WriteCall } from '#server/records/collection.ts';
import { FIELD_ERROR } from '#server/http/field-error.ts';
import { newRecordId } from '#server/identity/record-id.ts';

const visitorValues = z.object({
  /** Where the caller named one. */
  id: z.string().optional(),
  user: z.string(),
  name: z.string(),
  phone: z.string(),
  date: z.string(),
  message: z.string(),
  time_zone: z.string(),
  status: z.string(),
});

/** The create on `booking`, open to everybody: what the public page's own call does, with the errors of a record. */
export async function createByVisitor(call: WriteCall, values: Values): Promise<Row<'booking'>> {
  const { id = newRecordId(), user, status, ...request } = visitorValues.parse(values);
  if (user === '') throw refused({ user: FIELD_ERROR.required });
  if (status !== 'pending') throw refused({ status: FIELD_ERROR.invalidValue });
  // The page may be closed at this moment: what is read below stays so.
  await call.write.lock(ownerId(user));
  const profile = await call.write.trx.selectFrom('profiles').selectAll().where('user', '=', user).executeTakeFirst();
  if (!profile) throw refused({ user: FIELD_ERROR.missingRelation });
  return receiveRequest(call, profile, { id, ...request });
}

function refused(fields: FieldErrors): Error {
  return badRequest('Failed to create record.', fields);
}
