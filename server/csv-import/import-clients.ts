import type { CsvImported } from '#domain/csv-import/report.ts';
import { addClients } from '#server/clients/change-client.ts';
import { act, type Caller } from '#server/db/action.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import { newRecordId } from '#server/identity/record-id.ts';
import { writeEntry } from '#server/journal/write-entry.ts';
import { planImport, type readRows } from '#server/csv-import/plan-import.ts';

/** Adds what can be added of these rows, in one transaction under the practitioner's lock (OWN-03). */
export async function importClients(
  caller: Caller,
  owner: OwnerId,
  rows: Awaited<ReturnType<typeof readRows>>,
): Promise<CsvImported> {
  return act(caller, owner, async (action) => {
    const { trx, engine } = action.write;
    const { clients, refused } = await planImport({ reader: trx, engine, owner, now: action.now }, rows);
    if (clients.length === 0) return { import: '', imported: 0, refused };
    const id = newRecordId();
    await addClients(
      action,
      clients.map((client) => ({ ...client, ...UNTYPED, import: id })),
    );
    await writeEntry(action, { action: 'create', subject: 'clients', count: clients.length });
    return { import: id, imported: clients.length, refused };
  });
}

/** What a table does not say of a client. */
const UNTYPED = {
  registration_date: '',
  handmade: true,
  source: '',
  archived: false,
  email: '',
  time_zone: '',
  reminders: '',
} as const;
