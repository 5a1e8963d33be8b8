import { act, type Caller } from '#server/ground/action.ts';
import { refuseLocked } from '#server/ground/db/strict-keys.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { getOwned } from '#server/records/store.ts';
import { sealArchive } from '#server/data/archive/passphrase.ts';
import { spoolPractice } from '#server/data/archive/spool-practice.ts';
import { Spool } from '#server/data/archive/spool.ts';
import { writeArchive } from '#server/data/archive/write-archive.ts';

export interface ExportOrder {
  owner: OwnerId;
  /** The only client to export; null for the whole practice. */
  client: string | null;
  /** '' leaves the archive open. */
  passphrase: string;
}

/** Returns the whole archive; the caller disposes of it. Throws a 404 for a client of another practitioner (OWN-01, OWN-04). */
export async function exportPractice(caller: Caller, order: ExportOrder): Promise<Spool> {
  const { context } = caller;
  const { owner, client, passphrase } = order;
  await refuseLocked(context.db.read, owner);
  if (client !== null) await getOwned(context.db.read, 'clients', owner, client);
  await using lines = await Spool.open(context.config.dataDir);
  const practice = await spoolPractice(context.db, order, lines);
  const archive = await Spool.open(context.config.dataDir);
  try {
    const zip = writeArchive(practice, lines);
    await archive.fill(passphrase === '' ? zip : sealArchive(zip, passphrase));
    await act(caller, owner, (action) =>
      writeEntry(action, { action: 'export', subject: 'clients', record: client ?? '', client: client ?? '' }),
    );
    return archive;
  } catch (error) {
    await archive[Symbol.asyncDispose]();
    throw error;
  }
}
