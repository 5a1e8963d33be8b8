import type { Action } from '#server/action.ts';
import { getOwned, updateRow } from '#server/records/store.ts';

/**
 * Writes a practitioner's name where it stands twice, account and profile; a record that has it already is left alone.
 * `name` is checked and trimmed.
 */
export async function renamePractitioner(action: Action, name: string): Promise<void> {
  const { owner, write } = action;
  const account = await getOwned(write.trx, 'users', owner, owner);
  if (account.name !== name) await updateRow(action, 'users', owner, { name });
  const profile = await write.trx
    .selectFrom('profiles')
    .select(['id', 'name'])
    .where('user', '=', owner)
    .executeTakeFirst();
  if (profile && profile.name !== name) await updateRow(action, 'profiles', profile.id, { name });
}
