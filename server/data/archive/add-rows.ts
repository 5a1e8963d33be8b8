import type { ArchiveList, ArchiveRow } from '#domain/archive/columns.ts';
import type { Action } from '#server/ground/action.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { renamePractitioner } from '#server/practice/profiles/rename.ts';
import { deleteRows } from '#server/records/delete-with-dependents.ts';
import { updateRow } from '#server/records/store.ts';

/** The hours of an account without a practice give way to those of the archive. */
export async function replaceHours(action: Action): Promise<void> {
  const { write, owner } = action;
  const hours = await write.trx.selectFrom('availability_settings').select('id').where('user', '=', owner).execute();
  const ids = hours.map(({ id }) => id);
  await deleteRows(action, 'availability_settings', ids);
}

/** The same for its settings; the link of the public page, and the licence, stay. */
export async function replaceSettings(action: Action, { name, ...settings }: ArchiveRow<'profiles'>): Promise<void> {
  const { write, owner } = action;
  const row = await write.trx.selectFrom('profiles').select('id').where('user', '=', owner).executeTakeFirstOrThrow();
  await updateRow(action, 'profiles', row.id, settings);
  await renamePractitioner(action, name);
}

/** One entry of the journal for all rows of a list. */
export async function noteImport(action: Action, subject: ArchiveList, count: number): Promise<void> {
  if (count > 0) await writeEntry(action, { action: 'import', subject, count });
}
