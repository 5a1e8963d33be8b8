import { dropStartedLists, readTogether } from '#web/ground/api/lists.ts';
import { queryClient } from '#web/ground/api/query-client.ts';
import { ownId } from '#web/ground/api/session.ts';

/** A key for all queries, whatever theirs are. */
export const EVERYTHING = '*';

/**
 * In milliseconds: the events of one action arrive within it, as do those of this tab's own save and its response. One
 * round reloads what all of them changed.
 */
const DEBOUNCE_MS = 120;

/** A changed record, and the moment of the change; '' for one that is gone. */
export interface Version {
  id: string;
  updated: string;
}

interface Round {
  keys: Set<string>;
  /** The moments of the last changes, by record. */
  versions: Map<string, string>;
  begin: ReturnType<typeof setTimeout> | undefined;
  done: Promise<void>;
  end: () => void;
}

let next: Round | null = null;

/**
 * Reads again the queries whose keys begin so, each once however often it is called within a moment; resolves when they
 * are here. A query that holds the changed record itself as it is since that change is not read.
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
  // What belongs to an account is not read after its end.
  if (ownId() === '') return;
  await readTogether(() =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [key], state: { data } }) =>
        (keys.has(EVERYTHING) || keys.has(String(key))) && !isOf(versions, data),
    }),
  );
}

/** By the order of the events, not of the moments: of two changes the one that began later can be the earlier one. */
function isOf(versions: ReadonlyMap<string, string>, data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('id' in data && 'updated' in data)) return false;
  return versions.get(String(data.id)) === data.updated;
}
