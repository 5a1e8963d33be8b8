import type { Context } from '#server/ground/context.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import type { RecordEvent } from '#server/ground/events/events.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';

type Site = Pick<Context, 'db' | 'events'>;

const marks = new Set<string>();

/** Resolves when this node has published everything committed before, at any node. */
async function allTold({ db, events }: Site): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const mark = newRecordId();
  marks.add(mark);
  const stop = events.onRecord(({ id }) => {
    if (id === mark) resolve();
  });
  const change = { collection: 'users', action: 'update', owner: ownerId(mark), rows: [{ id: mark }] } as const;
  await db.write((write) => events.publishRecords(write, change));
  await promise;
  stop();
}

/**
 * Follows published record events; each call of the returned function waits for all of them and returns those since the
 * last call.
 */
export function followRecords(site: Site): () => Promise<RecordEvent[]> {
  let events: RecordEvent[] = [];
  site.events.onRecord((event) => events.push(event));
  return async () => {
    await allTold(site);
    const told = events.filter(({ id }) => !marks.has(id));
    events = [];
    return told;
  };
}
