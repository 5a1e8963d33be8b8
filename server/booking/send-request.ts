import { z } from 'zod';
import { BOOKING_STATUSES, type BookingReceipt } from '#domain/booking/booking.ts';
import { AppError, badRequest, conflict } from '#domain/errors.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { booking } from '#server/booking/collection.ts';
import { lookFirst } from '#server/booking/look-first.ts';
import type { Context } from '#server/context.ts';
import type { Row } from '#server/db/schema.ts';
import { GUEST, type Origin } from '#server/identity/actor.ts';
import { planCreate, runCreate } from '#server/records/create-record.ts';
import { FIELD_ERROR } from '#server/http/field-error.ts';
import type { Body } from '#server/records/values.ts';

/** Fields of the public page's call, and of the record that it becomes. */
const RECORD_FIELD = {
  id: 'id',
  start: 'date',
  name: 'name',
  phone: 'phone',
  message: 'message',
  timeZone: 'time_zone',
} as const;

/** Left empty by people, who do not see it; filled in by programs that fill in everything. */
const TRAP = 'website';

const receivedRow = z.object({ id: z.string(), date: z.string(), status: z.enum(BOOKING_STATUSES) });

/** A visitor's request from the public page: the create of a booking under the page's own names of fields. */
export async function sendRequest(
  context: Context,
  profile: Row<'profiles'>,
  body: Body,
  from: Origin,
): Promise<BookingReceipt> {
  const record: Record<string, unknown> = { user: profile.user };
  for (const [field, name] of Object.entries(RECORD_FIELD)) {
    if (body[field] !== undefined) record[name] = body[field];
  }
  try {
    const call = { context, collection: booking, actor: GUEST, now: context.now(), ...from };
    const plan = await planCreate(call, record);
    if (body[TRAP]) throw badRequest('Failed to create record.', { [TRAP]: FIELD_ERROR.invalidValue });
    await lookFirst(call, profile, plan.values);
    const stored = await context.db.write((write) => runCreate(plan, write));
    const { id, date, status } = receivedRow.parse(stored);
    return { id, start: parseStoredInstant(date).toString(), status };
  } catch (error) {
    throw error instanceof AppError ? inWordsOfPage(error) : error;
  }
}

/** The same refusal with the fields that the page sent; a time that went is a 409. */
function inWordsOfPage(error: AppError): AppError {
  if (error.status !== 400) return error;
  const fields = Object.fromEntries(Object.entries(error.fields).map(([name, problem]) => [pageField(name), problem]));
  return fields['start']?.code === 'slot_taken' ? conflict(error.message, fields) : badRequest(error.message, fields);
}

function pageField(name: string): string {
  return Object.entries(RECORD_FIELD).find(([, recordField]) => recordField === name)?.[0] ?? name;
}
