import { z } from 'zod';
import { BOOKING_LIMITS, BOOKING_STATUSES } from '#domain/booking/booking.ts';
import { bookingValues } from '#domain/booking/booking-values.ts';
import { rejectRequest, reopenRequest } from '#server/booking/answer-request.ts';
import { approveRequest } from '#server/booking/approve-request.ts';
import { createByVisitor } from '#server/booking/create-by-visitor.ts';
import { lookFirstAtRecord } from '#server/booking/look-first.ts';
import type { Row } from '#server/db/schema.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { ownerId } from '#server/identity/actor.ts';
import { networkOf } from '#server/http/address.ts';
import { defineCollection, type Values, type WriteCall } from '#server/records/collection.ts';

const requestStatus = z.enum(BOOKING_STATUSES);

/** Made by visitors; the practitioner's update of `status` runs approval and rejection. */
export const booking = defineCollection({
  name: 'booking',
  id: 'pbc_booking',
  owner: 'user',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    name: { type: 'text', required: true, writable: 'create' },
    phone: { type: 'text', required: true, writable: 'create' },
    date: { type: 'date', required: true, writable: 'create' },
    status: { type: 'select', values: BOOKING_STATUSES, initial: 'pending' },
    message: { type: 'text', writable: 'create', longest: BOOKING_LIMITS.messageMax },
    time_zone: { type: 'text', writable: 'create' },
    session: { type: 'text', hidden: true },
    client: { type: 'relation', to: 'clients', writable: 'server' },
    held_since: { type: 'date', writable: 'server' },
  },
  access: { list: 'owner', view: 'owner', create: 'anyone', update: 'owner', delete: 'owner' },
  schema: bookingValues.extend({ status: requestStatus }),
  async admitCreate({ context, address }) {
    await context.limits.take(LIMITS.bookingPerAddress, networkOf(address));
  },
  lookBeforeCreate: lookFirstAtRecord,
  create: createByVisitor,
  update: answerByStatus,
});

/** Status is all that may change, and each change of it is an action. */
async function answerByStatus(call: WriteCall, before: Row<'booking'>, values: Values): Promise<Row<'booking'> | null> {
  if (values['status'] === before.status) return null;
  const status = requestStatus.parse(values['status']);
  const owned = { ...call, owner: ownerId(before.user) };
  switch (status) {
    case 'confirmed': {
      const allowOverlap = call.body['allowOverlap'] === true;
      const approval = await approveRequest(owned, before.id, { allowOverlap, refusal: 400 });
      return approval.booking;
    }
    case 'cancelled':
      return rejectRequest(owned, before.id, 400);
    case 'pending':
      return reopenRequest(owned, before.id);
    default:
      return status satisfies never;
  }
}
