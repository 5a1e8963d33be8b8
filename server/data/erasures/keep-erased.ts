import { join } from 'node:path';
import type { Context } from '#server/ground/context.ts';
import { decodeRow } from '#server/ground/db/row-codec.ts';
import { printInstant } from '#domain/time/instant.ts';
import { describeError } from '#server/ground/process/log.ts';
import { toLine } from '#server/data/erasures/erase-client.ts';
import {
  appendErased,
  BEGINNING,
  type Erased,
  ERASED_FILE,
  keyOf,
  listFolders,
  readErasedFile,
} from '#server/data/erasures/erased-list.ts';

/** Clocks of nodes differ by less, and no transaction takes longer. */
const OVERLAP = { hours: 1 };

/**
 * Returns a function that appends to the lists the erasures that only the database knows, also those of other nodes. Its
 * first call reads all of both, later ones what came since. A failure is logged: the next call tries again.
 */
export function keeperOfErased({ db, config, log, now }: Pick<Context, 'db' | 'config' | 'log' | 'now'>) {
  const folders = listFolders(config).map((folder) => ({
    folder,
    end: BEGINNING,
    looked: null as Temporal.Instant | null,
    known: new Set<string>(),
  }));
  return async (): Promise<void> => {
    const at = now();
    for (const state of folders) {
      try {
        const { lines, end, isOther } = await readErasedFile(join(state.folder, ERASED_FILE), { from: state.end });
        if (isOther) state.looked = null;
        const since = state.looked && Temporal.Instant.compare(state.looked, at) < 0 ? state.looked : at;
        const rows = await erasedSince(db, state.looked ? printInstant(since.subtract(OVERLAP)) : '');
        const known = isOther ? new Set<string>() : state.known;
        for (const line of lines) known.add(keyOf(line));
        await appendErased(
          state.folder,
          rows.filter((row) => !known.has(keyOf(row))),
        );
        // Among these is what the next look reads again; the rest need not stay in memory.
        Object.assign(state, { end, looked: at, known: new Set(rows.map(keyOf)) });
      } catch (error) {
        log.error(describeError(error), 'the list of the erased was not written, tried again');
      }
    }
  };
}

async function erasedSince({ read }: Context['db'], since: string): Promise<Erased[]> {
  const rows = await read.selectFrom('erasures').selectAll().where('created', '>=', since).execute();
  const accounts = await read
    .selectFrom('erased_accounts')
    .select(['id as account', 'deleted'])
    .where('deleted', '>=', since)
    .execute();
  return [...rows.map((row) => toLine(decodeRow('erasures', row))), ...accounts];
}
