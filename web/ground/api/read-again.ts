import { dropStartedLists, readTogether } from '#web/ground/api/lists.ts';
import { queryClient } from '#web/ground/api/query-client.ts';
import { ownId } from '#web/ground/api/session.ts';

/** The key that stands for all queries. */
export const EVERYTHING = '*';

/**
 * In milliseconds: the events of one action arrive within it, and so do a save's response and its events. One round
 * refetches everything they changed.
 */
const DEBOUNCE_MS = 120;

/** A changed record and the time of its change; '' for a deleted one. */
export interface Version {
  id: string;
  updated: string;
}

interface Round {
  keys: Set<string>;
  /** The time of each record's last change, by id. */
  versions: Map<string, string>;
  begin: ReturnType<typeof setTimeout> | undefined;
  done: Promise<void>;
  end: () => void;
}

let next: Round | null = null;

/**
 * Invalidates the queries whose keys begin with one of `keys`, each once however many calls arrive within
 * `DEBOUNCE_MS`; resolves once they are refetched. A query that already holds exactly this version of the changed
 * record is left alone.
 */
export function readAgain(keys: readonly string[], version?: Version): Promise<void> {
  dropStartedLists();
  const round = (next ??= newRound());
  for (const key of keys) round.keys.add(key);
  if (version) round.versions.set(version.id, version.updated);
  clearTimeout(round.begin);
  round.begin = setTimeout(() => {
    next = null;
    void readRound(round).finally(round.end);
  }, DEBOUNCE_MS);
  return round.done;
}

function newRound(): Round {
  let end = () => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  return { keys: new Set(), versions: new Map(), begin: undefined, done, end };
}

async function readRound({ keys, versions }: Round): Promise<void> {
  // Once the sign-in has ended, its data must not be requested.
  if (ownId() === '') return;
  await readTogether(() =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [key], state: { data } }) =>
        (keys.has(EVERYTHING) || keys.has(String(key))) && !isOf(versions, data),
    }),
  );
}

/**
 * Compares for equality with the last event's version; a later event can carry an earlier time, because a change that
 * started earlier can commit later.
 */
function isOf(versions: ReadonlyMap<string, string>, data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('id' in data && 'updated' in data)) return false;
  return versions.get(String(data.id)) === data.updated;
}
