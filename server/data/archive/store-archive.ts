import { ARCHIVE_LISTS, type ArchiveList, type ArchiveRow, dataFile } from '#domain/archive/columns.ts';
import type { ImportReport } from '#domain/archive/report.ts';
import { AppError } from '#domain/errors.ts';
import type { Action, Caller } from '#server/ground/db/action.ts';
import { noteImported } from '#server/practice/consents/agreements.ts';
import { foreignKeyViolation, uniqueViolation } from '#server/ground/db/errors.ts';
import { holdTimes } from '#server/ground/db/held-time.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { insertAsIs, publishCreated } from '#server/records/store-many.ts';
import { type HeldByRow, planHeld } from '#server/data/archive/hold-imported.ts';
import { type Account, stateOf } from '#server/data/archive/account-state.ts';
import { noteImport, replaceHours, replaceSettings } from '#server/data/archive/add-rows.ts';
import type { CheckedPiece, CheckedRows } from '#server/data/archive/checked-rows.ts';
import { inPieces, piecesOf } from '#server/data/archive/in-pieces.ts';
import { type Problems, Unreadable } from '#server/data/archive/problems.ts';

/** What the check of an archive found to store. */
export interface ImportOrder {
  counts: Pick<ImportReport, 'records' | 'skipped'>;
  account: Account;
  held: HeldByRow[];
  settings: ArchiveRow<'profiles'> | null;
  replacesHours: boolean;
  /** The clients with an agreement that holds. */
  agreed: string[];
  checked: CheckedRows;
}

/**
 * Stores a checked archive, whole or not at all. Returns false where the account has changed since the check, which then
 * has to be repeated; throws once `isStopped` returns true (OWN-02). No reminder is planned: the practitioner's next
 * save of the settings of letters does that, knowing of it.
 */
export function storeArchive(
  caller: Caller,
  owner: OwnerId,
  order: ImportOrder,
  { problems, isStopped }: { problems: Problems; isStopped: () => boolean },
): Promise<boolean> {
  const stopIfAsked = (): void => {
    if (isStopped()) throw new AppError(400, 'The import was stopped.');
  };
  return inPieces(caller, owner, async (pieces) => {
    if (!(await pieces.step((action) => isAsChecked(action, owner, order)))) return false;
    // They replace what is there: with the last step.
    const hours: CheckedPiece[] = [];
    for await (const piece of order.checked.read()) {
      stopIfAsked();
      const { list, line, ids } = piece;
      if (list === 'availability_settings') hours.push(piece);
      else
        await pieces.add(list, (action) => refusing(problems, list, line, () => insertAsIs(action, list, piece), ids));
    }
    for (const ids of piecesOf(order.agreed)) await pieces.add('agreed', (action) => noteImported(action, ids));
    const held = await pieces.step(({ write }) => planHeld(write.trx, owner, order.held));
    for (const some of piecesOf(held)) {
      stopIfAsked();
      // Goes with the rows that hold it.
      await pieces.step(({ write }) => holdTimes(write, owner, some));
    }
    await pieces.last((action) => finishImport(action, order, hours));
    return true;
  });
}

/** What replaces something, the journal, and events. */
async function finishImport(
  action: Action,
  { counts, settings, replacesHours, checked }: ImportOrder,
  hours: readonly CheckedPiece[],
): Promise<void> {
  if (replacesHours) await replaceHours(action);
  for (const piece of hours) await insertAsIs(action, piece.list, piece);
  for (const list of ARCHIVE_LISTS) await noteImport(action, list, counts.records[list] ?? 0);
  if (settings) await replaceSettings(action, settings);
  for (const { list, ids } of checked.places) await publishCreated(action, list, ids);
}

/** Whether the account is in the state that the archive was checked against. */
async function isAsChecked({ write }: Action, owner: OwnerId, { account }: ImportOrder): Promise<boolean> {
  const { isEmpty, erasures } = await stateOf(write.trx, owner);
  return isEmpty === account.isEmpty && erasures === account.erasures;
}

/** What the checks do not foresee, the tables refuse. */
async function refusing(
  problems: Problems,
  list: ArchiveList,
  line: number,
  run: () => Promise<void>,
  ids: readonly string[],
): Promise<readonly string[]> {
  try {
    await run();
    return ids;
  } catch (error) {
    if (error instanceof Unreadable || !(uniqueViolation(error) || foreignKeyViolation(error))) throw error;
    problems.end(dataFile(list), 'conflict', { line });
  }
}
