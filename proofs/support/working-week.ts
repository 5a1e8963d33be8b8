import type { Database } from '#server/ground/db/database.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';

/** Adds Monday to Friday 09:00–18:00, with the weekend off. */
export async function addWorkingWeek(
  db: Database,
  owner: OwnerId,
  hours: Partial<NewRow<'availability_settings'>> = {},
): Promise<void> {
  const stamp = '2026-11-21 09:00:00.000Z';
  const rows = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    id: newRecordId(),
    user: owner,
    created: stamp,
    updated: stamp,
    day_of_week: day,
    start_time: '09:00',
    end_time: '18:00',
    is_available: day === 0 || day === 6 ? 0 : 1,
    breaks: '[]',
    ...hours,
  }));
  await db.write(({ trx }) => trx.insertInto('availability_settings').values(rows).execute());
}
