import { pb } from '#web/ground/api/client.ts';

/** Marks rows as seen. */
export async function mark(ids: readonly string[]): Promise<void> {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return void (await pb.collection('news').update(only, { seen: true }));
  const batch = pb.createBatch();
  for (const id of ids) batch.collection('news').update(id, { seen: true });
  await batch.send();
}

/** Marks all rows that were created up to an instant, as it is stored; its result brings them back. */
export function seeAll(until: string): Promise<{ at: string }> {
  return pb.send('/api/news/seen', { method: 'POST', body: { until } });
}

/** Has all rows that `seeAll` marked stand there again, those that were not loaded too. */
export function bringBack(marked: { at: string }): Promise<void> {
  return pb.send('/api/news/unseen', { method: 'POST', body: marked });
}
