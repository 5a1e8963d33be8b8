import type { StoredInstant } from '#domain/time/instant.ts';
import { pb } from '#web/api/client.ts';

/** Gives a session another start; over time that is taken only on purpose. */
export async function moveSession(id: string, date: StoredInstant, allowOverlap: boolean): Promise<void> {
  await pb.collection('sessions').update(id, { date, ...(allowOverlap && { allowOverlap }) });
}
