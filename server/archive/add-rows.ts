import type { ArchiveList, ArchiveRow } from '#domain/archive/columns.ts';
import { emailKey } from '#domain/accounts/account.ts';
import { clientSearchText } from '#domain/clients/client.ts';
import { noteImported } from '#server/consents/agreements.ts';
import type { Action } from '#server/db/action.ts';
import type { AnyRow } from '#server/db/loose-tables.ts';
import { writeEntry } from '#server/journal/write-entry.ts';
import { renamePractitioner } from '#server/profiles/rename.ts';
import { deleteRowsOf, updateRow } from '#server/records/store.ts';
import { insertAsIs } from '#server/records/store-many.ts';
import { clientKeyOf } from '#server/archive/check-rows.ts';

/** Adds rows of an archive with the columns that it leaves out. */
export async function addRows(action: Action, list: ArchiveList, rows: readonly AnyRow[]): Promise<void> {
  await insertAsIs(
    action,
    list,
    rows.map((row) => ({ ...row, ...computed(list, row) })),
  );
  if (list === 'consents') await noteImported(action, rows);
}

function computed(list: ArchiveList, row: Readonly<AnyRow>): AnyRow {
  const [name, phone] = [String(row['name']), String(row['phone'])];
  switch (list) {
    case 'clients':
      return {
        agreed: false,
        email_key: emailKey(String(row['email'])),
        identity_key: clientKeyOf(row),
        search_text: clientSearchText(name, phone),
      };
    case 'booking':
      return { identity_key: clientKeyOf(row) };
    case 'series':
      return { answer: {} };
    default:
      return {};
  }
}

/** The hours of an account without a practice give way to those of the archive. */
export async function replaceHours(action: Action): Promise<void> {
  await deleteRowsOf(action, 'availability_settings', {});
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
