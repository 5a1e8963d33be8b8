import { MONEY_LIMITS, PAY_WAYS } from '#domain/money/money.ts';
import { paymentValues } from '#domain/money/money-values.ts';
import { completePayment } from '#server/practice/money/complete-payment.ts';
import { defineCollection } from '#server/records/collection.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { insertRow, storeChanges } from '#server/records/store.ts';

/** Payments of clients. The defaults for the day and the way are today and the client's usual way. */
export const payments = defineCollection({
  name: 'payments',
  id: 'pbc_payments',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    client: { type: 'relation', to: 'clients', required: true },
    session: { type: 'relation', to: 'sessions' },
    amount: { type: 'number', required: true },
    paid_on: { type: 'text', completed: true },
    way: { type: 'select', values: PAY_WAYS, completed: true },
    meetings: { type: 'number' },
    until: { type: 'text' },
    receipt: { type: 'bool' },
    note: { type: 'text', longest: MONEY_LIMITS.noteMax },
  },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'owner' },
  schema: paymentValues,
  create: () => async (action, row) =>
    insertRow(action, 'payments', await completePayment(action, null, row, REFUSED.create)),
  update: () => async (action, before, row) =>
    storeChanges(action, 'payments', before, await completePayment(action, before, row, REFUSED.update)),
});
