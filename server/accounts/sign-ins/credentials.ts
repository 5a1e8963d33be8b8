import type { Action } from '#server/ground/action.ts';
import { endSignIns } from '#server/accounts/sign-ins/end-sign-ins.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { randomText } from '#server/ground/identity/record-id.ts';
import { updateRow } from '#server/records/store.ts';
import { refuseToken, TOKEN_ERROR } from '#server/accounts/tokens/letter-token.ts';

/** Part of the key that signs an account's tokens, about 258 random bits. */
export function newTokenKey(): string {
  return randomText(50);
}

/**
 * Changes the credentials of an account with a letter's token, which voids every token and ends every sign-in. Of two
 * requests with the same token the second is refused.
 */
export async function changeByToken(
  action: Action,
  account: Row<'users'>,
  changes: Partial<Pick<Decoded<'users'>, 'email' | 'email_key' | 'password_hash' | 'verified'>>,
): Promise<void> {
  const still = await action.write.trx
    .updateTable('users')
    .set({ token_key: newTokenKey() })
    .where('id', '=', account.id)
    .where('token_key', '=', account.token_key)
    .returning('id')
    .executeTakeFirst();
  if (!still) throw refuseToken(TOKEN_ERROR.invalid);
  await updateRow(action, 'users', account.id, changes);
  await endSignIns(action, 'all');
}
