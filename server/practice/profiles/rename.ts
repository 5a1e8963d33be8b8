import type { Action } from '#server/ground/action.ts';
import { getOwned, updateRow } from '#server/records/store.ts';

/**
 * Stores a practitioner's name in both account and profile; a record that has it already is not written. `name` is
 * validated and trimmed.
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
