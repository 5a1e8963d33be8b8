import type { PayWay } from '#domain/money/money.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import type { SignedIn } from '#server/ground/identity/actor.ts';
import { insertRows } from '#server/records/store-many.ts';

const PRICE = 350_000;
/** A statement has so many parameters at most. */
const ROWS_AT_ONCE = 500;
const WAYS: readonly PayWay[] = ['transfer', 'transfer', 'cash', 'card'];
/** Of ten clients one pays for ten meetings at once. */
const PACKAGE_OF = 10;
const PACKAGE = { amount: 3_150_000, meetings: 10 } as const;

/** Gives the practice a price, and payments for what was held: most are paid on the day, some clients owe the last ones. */
export async function furnishMoney(context: Context, actor: SignedIn): Promise<void> {
  await act({ context, actor, now: context.now() }, actor.owner, async (action) => {
    const { owner, write } = action;
    await write.trx
      .updateTable('profiles')
      .set({ price: PRICE, late_paid: 1, pay_text: 'Перевод по номеру телефона' })
      .where('user', '=', owner)
      .execute();
    await write.trx
      .updateTable('sessions')
      .set({ price: PRICE })
      .where('user', '=', owner)
      .where('status', 'in', ['completed', 'canceled'])
      .execute();
    const payments = await paymentsOf(action);
    for (let at = 0; at < payments.length; at += ROWS_AT_ONCE) {
      await insertRows(action, 'payments', payments.slice(at, at + ROWS_AT_ONCE));
    }
  });
}

type NewPayment = Parameters<typeof insertRows<'payments'>>[2][number];

async function paymentsOf({ write, owner, now }: Action): Promise<NewPayment[]> {
  const { time_zone } = await write.trx
    .selectFrom('profiles')
    .select('time_zone')
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  const held = await write.trx
    .selectFrom('sessions')
    .select(['id', 'client', 'date'])
    .where('user', '=', owner)
    .where('status', '=', 'completed')
    .where('date', '<=', printInstant(now))
    .where('client', 'is not', null)
    .orderBy('date')
    .execute();
  const dayOf = (date: string) => parseStoredInstant(date).toZonedDateTimeISO(time_zone).toPlainDate().toString();
  const common = { receipt: false, note: '', until: '' };
  return [...Map.groupBy(held, ({ client }) => client)].flatMap(([client, sessions], place): NewPayment[] => {
    const own = { ...common, client: client ?? '', way: WAYS[place % WAYS.length] ?? 'transfer' };
    if (place % PACKAGE_OF === 1) {
      const [first] = sessions.slice(-PACKAGE.meetings / 2);
      return first ? [{ ...own, ...PACKAGE, session: '', paid_on: dayOf(first.date) }] : [];
    }
    const paid = sessions.slice(0, sessions.length - (place % 3));
    return paid.map(({ id, date }, at) => ({
      ...own,
      session: id,
      amount: PRICE,
      paid_on: dayOf(date),
      meetings: 0,
      receipt: at % 4 !== 3,
    }));
  });
}
