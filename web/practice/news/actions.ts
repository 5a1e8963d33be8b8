import { pb } from '#web/ground/api/client.ts';

/** Marks rows as seen, or has them stand there again. */
export async function mark(ids: readonly string[], seen: boolean): Promise<void> {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return void (await pb.collection('news').update(only, { seen }));
  const batch = pb.createBatch();
  for (const id of ids) batch.collection('news').update(id, { seen });
  await batch.send();
}

/** Marks all rows that were created up to an instant, as it is stored. */
export function seeAll(until: string): Promise<unknown> {
  return pb.send('/api/news/seen', { method: 'POST', body: { until } });
}
