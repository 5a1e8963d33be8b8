import type { Random } from '#demo/seeded.ts';
import { difference, type History, wallOf, ZONE } from '#proofs/support/series/history.ts';
import { begin, EDITS } from '#proofs/support/series/history-edits.ts';
import { type SeriesPractice, seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON, type TestServer } from '#proofs/support/test-server.ts';

/** Runs one history and returns what differs from the model, empty where nothing does. `spoil` runs before the last look. */
export async function runHistory(
  server: TestServer,
  random: Random,
  edits: number,
  spoil: (practice: SeriesPractice) => Promise<void> = async () => {},
): Promise<string[]> {
  server.clock.now = NOON;
  const practice = await seriesPractice(await server.practitioner({ time_zone: ZONE }));
  const now = wallOf(NOON.toString());
  const history: History = { server, practice, random, now, series: new Map(), ended: new Map(), others: [], log: [] };
  await begin(history);
  for (let count = 0; count < edits; count += 1) {
    await random.of(EDITS)(history);
    if (count === edits - 1) await spoil(practice);
    const faults = await difference(history);
    if (faults.length > 0) return [...history.log, ...faults];
  }
  return [];
}
