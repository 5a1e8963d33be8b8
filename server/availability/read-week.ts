import { z } from 'zod';
import { breakSchema, type WeekdayHours } from '#domain/availability/weekly-hours.ts';
import type { Reader } from '#server/db/database.ts';
import type { OwnerId } from '#server/identity/actor.ts';

const storedBreaks = z.array(breakSchema);

/** The weekdays that the practitioner set, in no order. */
export async function readWeek(reader: Reader, owner: OwnerId): Promise<WeekdayHours[]> {
  const rows = await reader
    .selectFrom('availability_settings')
    .select(['day_of_week', 'start_time', 'end_time', 'is_available', 'breaks'])
    .where('user', '=', owner)
    .execute();
  return rows.map((row) => ({
    ...row,
    is_available: row.is_available === 1,
    breaks: storedBreaks.parse(JSON.parse(row.breaks)),
  }));
}
