import type { CsvImported } from '#domain/csv-import/report.ts';
import { importWhole, inSlices } from '#server/data/archive/import-transaction.ts';
import { addClients } from '#server/practice/clients/change-client.ts';
import type { Caller } from '#server/ground/action.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { addNews } from '#server/practice/news/write-news.ts';
import { planImport, type readRows } from '#server/data/csv-import/plan-import.ts';

/** Adds the rows that can be added, all of them or none (OWN-03). */
export async function importClients(
  caller: Caller,
  owner: OwnerId,
  rows: Awaited<ReturnType<typeof readRows>>,
): Promise<CsvImported> {
  return importWhole(caller, owner, async (action) => {
    const { write, context, now } = action;
    const { clients, refused, remarks } = await planImport({ reader: write.trx, owner, now }, rows);
    if (clients.length === 0) return { import: '', imported: 0, refused, remarks };
    const id = newRecordId();
    for await (const some of inSlices(clients)) {
      const wanted = some.map((client) => ({ ...UNTYPED, ...client, import: id }));
      await addClients(action, wanted);
    }
    await writeEntry(action, { action: 'create', subject: 'clients', count: clients.length });
    // Under the import's id, by which taking it back finds the news.
    await addNews(action, [{ kind: 'import_done', id }]);
    context.events.publishMissed(write, owner);
    return { import: id, imported: clients.length, refused, remarks };
  });
}

/** The fields of a client that no table has. */
const UNTYPED = {
  registration_date: '',
  handmade: true,
  source: '',
  archived: false,
  time_zone: '',
  place: '',
  place_link: '',
  reminders: '',
} as const;
