import { getOwned, type OwnedWrite, updateRow } from '#server/records/store.ts';

/**
 * Writes a practitioner's name where it stands twice, account and profile; a record that has it already is left alone.
 * `name` is checked and trimmed.
 */
export async function renamePractitioner(call: OwnedWrite, name: string): Promise<void> {
  const { owner, write } = call;
  const account = await getOwned(write.trx, 'users', owner, owner);
  if (account.name !== name) await updateRow(call, 'users', owner, { name });
  const profile = await write.trx
    .selectFrom('profiles')
    .select(['id', 'name'])
    .where('user', '=', owner)
    .executeTakeFirst();
  if (profile && profile.name !== name) await updateRow(call, 'profiles', profile.id, { name });
}
