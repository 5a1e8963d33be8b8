import { storeChanges } from '#server/records/store.ts';
import { z } from 'zod';
import { BOOKING_LIMITS, BOOKING_STATUSES } from '#domain/booking/booking.ts';
import { visit } from '#domain/booking/visit.ts';
import { badRequest, type FieldErrors } from '#domain/errors.ts';
import type { Action } from '#server/ground/action.ts';
import { rejectRequest, reopenRequest } from '#server/practice/booking/decide-request.ts';
import { approveRequest } from '#server/practice/booking/approve-request.ts';
import { requestVisit, takeAttempt } from '#server/practice/booking/request-visit.ts';
import type { Write } from '#server/ground/db/database.ts';
import { type Decoded, decodeRow } from '#server/ground/db/row-codec.ts';
import { FIELD_ERROR, wrongType } from '#server/ground/http/field-error.ts';
import { defineCollection, type RecordCall } from '#server/records/collection.ts';
import { newValues } from '#server/records/create-record.ts';
import { REFUSED } from '#server/records/refusals.ts';
import type { Body } from '#server/ground/http/bodies.ts';

/** Created by visitors; the practitioner's update of `status` approves or rejects. */
export const booking = defineCollection({
  name: 'booking',
  id: 'pbc_booking',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    name: { type: 'text', inWords: true, required: true, writable: 'create' },
    phone: { type: 'text', required: true, writable: 'create' },
    date: { type: 'date', required: true, writable: 'create' },
    status: { type: 'select', values: BOOKING_STATUSES, initial: 'pending' },
    message: { type: 'text', writable: 'create', longest: BOOKING_LIMITS.messageMax },
    time_zone: { type: 'text', writable: 'create' },
    email: { type: 'email', writable: 'create' },
    session: { type: 'text', hidden: true },
    client: { type: 'relation', to: 'clients', writable: 'server' },
    held_since: { type: 'date', writable: 'server' },
    withdrawn: { type: 'bool', writable: 'server' },
  },
  mustStayPlain: true,
  access: { list: 'owner', view: 'owner', create: 'anyone', update: 'owner', delete: 'owner' },
  schema: visit.extend({ status: z.enum(BOOKING_STATUSES) }),
  receive: receiveVisit,
  update: (_call, body) => (action, before, row) => decideByStatus(action, before, row, body),
});

const sent = visit.extend({ id: z.string().optional(), user: z.string(), status: z.string() });

/** Creates a request as the public page does, with the names and errors of a record. */
async function receiveVisit(
  call: RecordCall,
  body: Body,
): Promise<{ run: (write: Write) => Promise<Decoded<'booking'>> }> {
  await takeAttempt(call.context, call.from.address);
  const { user, status, ...asked } = sent.parse(newValues(call, body));
  if (user === '') throw refused({ user: FIELD_ERROR.required });
  if (status !== 'pending') throw refused({ status: FIELD_ERROR.invalidValue });
  const { read } = call.context.db;
  const profile = await read.selectFrom('profiles').selectAll().where('user', '=', user).executeTakeFirst();
  if (!profile) throw refused({ user: FIELD_ERROR.missingRelation });
  const request = {
    ...asked,
    consent: readText(body, 'consent', 'the id of a record'),
    proof: readText(body, 'proof', 'a text'),
  };
  return { run: await requestVisit(call, decodeRow('profiles', profile), request) };
}

/** Returns a value of the body that is no field of the record; '' where it is absent. */
function readText(body: Body, name: string, what: string): string {
  const { [name]: value = '' } = body;
  if (typeof value !== 'string') throw refused({ [name]: wrongType(what) });
  return value;
}

function refused(fields: FieldErrors): Error {
  return badRequest(REFUSED.create, fields);
}

/** Only the status can be updated, and each change of it is a decision. */
async function decideByStatus(
  action: Action,
  before: Decoded<'booking'>,
  row: Decoded<'booking'>,
  body: Body,
): Promise<Decoded<'booking'>> {
  if (row.status === before.status) return storeChanges(action, 'booking', before, row);
  const { status } = row;
  switch (status) {
    case 'confirmed':
      return (await approveRequest(action, before.id, body['allowOverlap'] === true)).booking;
    case 'cancelled':
      return rejectRequest(action, before.id);
    case 'pending':
      return reopenRequest(action, before.id);
    default:
      return status satisfies never;
  }
}
