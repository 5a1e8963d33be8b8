import { emailKey } from '#domain/accounts/email.ts';
import { lockAddress, voidPending } from '#server/accounts/letter-links/confirm-address.ts';
import { keepFormerEmail } from '#server/accounts/letters/former-emails.ts';
import { queueAccountLetter } from '#server/accounts/letters/queue-account-letter.ts';
import { findPending } from '#server/accounts/passwords/find-pending.ts';
import { changeByToken } from '#server/accounts/sign-ins/credentials.ts';
import type { Action } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';

/**
 * Gives an account another e-mail, ends its sign-ins, and queues letters to both addresses, to the former one with a
 * link that restores it. Violates a unique index where another account has the address.
 */
export async function changeEmail(action: Action, account: Row<'users'>, newEmail: string): Promise<void> {
  const { write } = action;
  const changes = { email: newEmail, email_key: emailKey(newEmail), verified: true };
  await lockAddress(write, changes.email_key);
  await voidPending(action, await findPending(write.trx, changes.email_key));
  await changeByToken(action, account, changes);
  await write.trx.deleteFrom('email_changes').where('user', '=', account.id).execute();
  await queueAccountLetter(action, 'email-changed', account.id);
  await keepFormerEmail(action, account);
}
