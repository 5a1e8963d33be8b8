import type { CsvImported } from '#domain/csv-import/report.ts';
import { inPieces, piecesOf } from '#server/data/archive/in-pieces.ts';
import { addClients } from '#server/practice/clients/change-client.ts';
import { refuseBeyondLimit } from '#server/practice/clients/client-limit.ts';
import type { Caller } from '#server/ground/db/action.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { publishCreated } from '#server/records/store-many.ts';
import { planImport, type readRows } from '#server/data/csv-import/plan-import.ts';

/** Adds what can be added of these rows, all of that or nothing (OWN-03). */
export async function importClients(
  caller: Caller,
  owner: OwnerId,
  rows: Awaited<ReturnType<typeof readRows>>,
): Promise<CsvImported> {
  return inPieces(caller, owner, async (pieces) => {
    const { clients, refused } = await pieces.step(({ write: { trx, engine }, now }) =>
      planImport({ reader: trx, engine, owner, now }, rows),
    );
    if (clients.length === 0) return { import: '', imported: 0, refused };
    const id = newRecordId();
    const added: string[] = [];
    await pieces.step((action) => refuseBeyondLimit(action, clients.length));
    for (const some of piecesOf(clients)) {
      const wanted = some.map((client) => ({ ...UNTYPED, ...client, import: id }));
      added.push(...(await pieces.add('clients', (action) => addClients(action, wanted))));
    }
    await pieces.last(async (action) => {
      await writeEntry(action, { action: 'create', subject: 'clients', count: clients.length });
      await publishCreated(action, 'clients', added);
    });
    return { import: id, imported: clients.length, refused };
  });
}

/** What a table does not say of a client. */
const UNTYPED = {
  registration_date: '',
  handmade: true,
  source: '',
  archived: false,
  time_zone: '',
  reminders: '',
} as const;
