import { type ArchiveList, ARCHIVE_LISTS, type ArchiveRow, dataFile } from '#domain/archive/columns.ts';
import type { ImportReport } from '#domain/archive/report.ts';
import type { Action, Caller } from '#server/ground/action.ts';
import { newestNumber } from '#server/ground/db/data-keys.ts';
import { noteImported } from '#server/practice/consents/agreements.ts';
import { foreignKeyViolation, uniqueViolation } from '#server/ground/db/errors.ts';
import { holdTimes } from '#server/ground/db/held-time.ts';
import { loose } from '#server/ground/db/query.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { addNews } from '#server/practice/news/write-news.ts';
import { updateRow } from '#server/records/store.ts';
import { insertStored } from '#server/records/store-many.ts';
import { type HeldByRow, planHeld } from '#server/data/archive/hold-imported.ts';
import { type Account, stateOf } from '#server/data/archive/account-state.ts';
import type { TiedAgain } from '#server/data/archive/check-rows.ts';
import type { CheckedPiece, CheckedRows } from '#server/data/archive/checked-rows.ts';
import { importWhole, inSlices } from '#server/data/archive/import-transaction.ts';
import type { Problems } from '#server/data/archive/problems.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { renamePractitioner } from '#server/practice/profiles/rename.ts';
import { deleteRows } from '#server/records/delete-with-dependents.ts';

/** What the check of an archive has found for the transaction to store. */
export interface ImportOrder {
  counts: Pick<ImportReport, 'records' | 'skipped'>;
  account: Account;
  held: HeldByRow[];
  settings: ArchiveRow<'profiles'> | null;
  replacesHours: boolean;
  /** The clients with a valid agreement. */
  agreed: string[];
  tied: readonly TiedAgain[];
}

/**
 * Stores a checked archive, whole or not at all. Returns false where the account has changed since the check, which
 * then has to be repeated; throws what `stopIfAsked` throws (OWN-02). Plans no reminder; the practitioner's
 * next save of the letter settings does.
 */
export function storeArchive(
  caller: Caller,
  owner: OwnerId,
  order: ImportOrder,
  { problems, checked, stopIfAsked }: { problems: Problems; checked: CheckedRows; stopIfAsked: () => void },
): Promise<boolean> {
  return importWhole(caller, owner, async (action) => {
    const { write, context } = action;
    if (!(await isAsChecked(action, order, checked))) return false;
    if (order.replacesHours) await replaceHours(action);
    // Each piece is read from a file, which gives other work its turn.
    for await (const piece of checked.read()) {
      stopIfAsked();
      await store(action, piece, problems);
    }
    for await (const tied of inSlices(order.tied)) for (const one of tied) await tieAgain(action, one, problems);
    for await (const ids of inSlices(order.agreed)) await noteImported(action, ids);
    for await (const held of inSlices(await planHeld(write.trx, owner, order.held))) {
      stopIfAsked();
      await holdTimes(write, owner, held);
    }
    for (const list of ARCHIVE_LISTS) await noteImport(action, list, order.counts.records[list] ?? 0);
    if (order.settings) await replaceSettings(action, order.settings);
    if (Object.keys(order.counts.records).length > 0) await addNews(action, [{ kind: 'import_done' }]);
    context.events.publishMissed(write, owner);
    return true;
  });
}

/** Returns whether the account is still as it was at the check, and its key still the one that sealed the rows. */
async function isAsChecked({ write, owner }: Action, { account }: ImportOrder, checked: CheckedRows): Promise<boolean> {
  const { isEmpty, erasures, templates } = await stateOf(write.trx, owner);
  const number = await newestNumber(write, owner);
  const isSame = isEmpty === account.isEmpty && erasures === account.erasures && templates === account.templates;
  return isSame && number === checked.keyNumber;
}

function store({ write }: Action, piece: CheckedPiece, problems: Problems): Promise<void> {
  return unlessRefused(problems, piece, () => insertStored(write, piece.list, piece));
}

function tieAgain(action: Action, tied: TiedAgain, problems: Problems): Promise<void> {
  const { list, id, values, updated } = tied;
  return unlessRefused(problems, tied, async () => {
    await updateRow(action, list, id, values);
    await loose(action.write.trx).updateTable<string>(list).set({ updated }).where('id', '=', id).execute();
  });
}

/** Turns a refusal by the tables, which no check foresaw, into a problem. */
async function unlessRefused(
  problems: Problems,
  { list, line }: { list: ArchiveList; line: number },
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(uniqueViolation(error) || foreignKeyViolation(error))) throw error;
    problems.end(dataFile(list), 'conflict', { line });
  }
}

/** Deletes the working hours of an account without a practice, to make room for those of the archive. */
async function replaceHours(action: Action): Promise<void> {
  const { write, owner } = action;
  const hours = await write.trx.selectFrom('availability_settings').select('id').where('user', '=', owner).execute();
  const ids = hours.map(({ id }) => id);
  await deleteRows(action, 'availability_settings', ids);
}

/** Replaces its settings; the link of the public page and the licence stay. */
async function replaceSettings(action: Action, { name, ...settings }: ArchiveRow<'profiles'>): Promise<void> {
  const { write, owner } = action;
  const row = await write.trx.selectFrom('profiles').select('id').where('user', '=', owner).executeTakeFirstOrThrow();
  await updateRow(action, 'profiles', row.id, settings);
  await renamePractitioner(action, name);
}

/** Writes one journal entry for all rows of a list. */
async function noteImport(action: Action, subject: ArchiveList, count: number): Promise<void> {
  if (count > 0) await writeEntry(action, { action: 'import', subject, count });
}
