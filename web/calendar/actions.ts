import type { StoredInstant } from '#domain/time/instant.ts';
import { pb } from '#web/api/client.ts';

/** Moves a session to another start; taken time needs an explicit confirmation. */
export async function moveSession(id: string, date: StoredInstant, allowOverlap: boolean): Promise<void> {
  await pb.collection('sessions').update(id, { date, ...(allowOverlap && { allowOverlap }) });
}
