import { printInstant } from '#domain/time/instant.ts';
import { newTokenKey } from '#server/accounts/sign-ins/credentials.ts';
import type { Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';

/** The three days for which the link is valid, and three by which its letter may be late. */
const KEPT = { hours: 6 * 24 };

/** Keeps the former address of an account and queues the letter with the link that restores it. */
export async function keepFormerEmail(action: Action, { email }: Pick<Row<'users'>, 'email'>): Promise<void> {
  const { context, write, owner, now } = action;
  const last = await write.trx
    .selectFrom('former_emails')
    .select((row) => row.fn.max('number').as('number'))
    .where('user', '=', owner)
    .executeTakeFirst();
  const change = (last?.number ?? 0) + 1;
  const former = { user: owner, number: change, email, token_key: newTokenKey(), created: printInstant(now) };
  await write.trx.insertInto('former_emails').values(former).execute();
  await queueLetter(write, {
    kind: 'email-changed-from',
    ids: { user: owner, change },
    account: owner,
    dedupeKey: `email-changed-from:${newRecordId()}`,
    now,
  });
  context.events.wakeAfter(write, 'letters');
}

export function findFormerEmail(db: Reader, user: string, change: number): Promise<Row<'former_emails'> | undefined> {
  return db
    .selectFrom('former_emails')
    .selectAll()
    .where('user', '=', user)
    .where('number', '=', change)
    .executeTakeFirst();
}

/** Forgets a change that was taken back, and those that came after it: their addresses may be the thief's. */
export async function forgetChangesFrom({ write, owner }: Action, change: number): Promise<void> {
  await write.trx.deleteFrom('former_emails').where('user', '=', owner).where('number', '>=', change).execute();
}

/** Deletes the addresses whose links have expired. */
export async function forgetFormerEmails(context: Context): Promise<void> {
  const before = printInstant(context.now().subtract(KEPT));
  await context.db.write(({ trx }) => trx.deleteFrom('former_emails').where('created', '<', before).execute());
}
