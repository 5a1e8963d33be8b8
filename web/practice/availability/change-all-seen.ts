import { pb } from '#web/ground/api/client.ts';
import { quietly } from '#web/ground/api/quietly.ts';
import type { SeenChanges, SeenSession } from '#web/practice/own-profile/change-seen.ts';

/** As many as the server changes in a moment. */
export const TOGETHER = 20;

/** Makes the same change of several sessions; throws, and changes none, where one is no longer as `seen`. */
export async function changeAllSeen(
  sessions: readonly SeenSession[],
  changes: SeenChanges,
  silent: boolean,
): Promise<void> {
  const batch = pb.createBatch();
  for (const { id, date, status } of sessions) {
    batch.collection('sessions').update(id, { ...changes, seen: { date, status } }, quietly(silent));
  }
  await batch.send();
}
