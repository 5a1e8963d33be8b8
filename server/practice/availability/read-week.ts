import { z } from 'zod';
import { type WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { breakSchema } from '#domain/availability/weekday-values.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { decodeRow } from '#server/ground/db/row-codec.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

const storedBreaks = z.array(breakSchema);

/** Returns the weekdays that the practitioner set, in no order. */
export async function readWeek(reader: Reader, owner: OwnerId): Promise<WeekdayHours[]> {
  const rows = await reader
    .selectFrom('availability_settings')
    .select(['day_of_week', 'start_time', 'end_time', 'is_available', 'breaks'])
    .where('user', '=', owner)
    .execute();
  return rows.map((row) => {
    const { is_available, breaks } = decodeRow('availability_settings', row);
    return { ...row, is_available, breaks: storedBreaks.parse(breaks) };
  });
}
