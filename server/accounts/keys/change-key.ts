import { sql } from 'kysely';
import type { KeyState } from '#domain/keys/keys.ts';
import type { Action } from '#server/ground/action.ts';
import { addKey, currentKey } from '#server/ground/db/data-keys.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { loose } from '#server/ground/db/query.ts';
import { isLocked, readStrict, textsLocked, unwrapOwnKey } from '#server/ground/db/strict-keys.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { SEALED_TABLES } from '#server/accounts/keys/reseal.ts';

/**
 * Adds a new key of a practitioner, with which everything is sealed from now on; the resealer follows with existing
 * rows. Does nothing while an earlier change is still running. Throws a 400 while the texts are locked.
 */
export async function changeKey(action: Action, passwordKey: Uint8Array): Promise<void> {
  const { write, owner } = action;
  const strict = await readStrict(write.trx, owner);
  const own = strict && unwrapOwnKey(passwordKey, owner, strict.by_password);
  if (strict && !own) throw textsLocked();
  const active = await activeKeys(write.trx, owner);
  if (active.length > 1) return;
  await addKey(write, owner, (active.at(-1) ?? (await currentKey(write, owner)).number) + 1, own);
  await writeEntry(action, { action: 'key_changed', subject: 'users', record: owner });
  action.context.events.wakeAfter(write, 'sealing');
}

/** Returns which key seals a practitioner's texts and how far a change is; key 1 where nothing is sealed yet. */
export async function keyState(reader: Reader, owner: OwnerId): Promise<KeyState> {
  const [oldest = 1, ...newer] = await activeKeys(reader, owner);
  const newest = newer.at(-1);
  const strict = await readStrict(reader, owner);
  const mode = strict ? 'password' : 'server';
  const locked = strict !== null && (await isLocked(reader, owner));
  const state: KeyState = { mode, locked, key: oldest, changing: null };
  if (newest === undefined) return state;
  const counts = await Promise.all(SEALED_TABLES.map((table) => countSealed(reader, table, { owner, newest })));
  const sum = (of: 'done' | 'total'): number => counts.reduce((all, count) => all + count[of], 0);
  return { ...state, changing: { done: sum('done'), total: sum('total') } };
}

/** Returns the numbers of the keys in use, ascending: during a change the older ones too. */
export async function activeKeys(reader: Reader, owner: OwnerId): Promise<number[]> {
  const rows = await reader
    .selectFrom('data_keys')
    .select('number')
    .where('user', '=', owner)
    .where('retired', 'is', null)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
}

async function countSealed(
  reader: Reader,
  table: string,
  { owner, newest }: { owner: OwnerId; newest: number },
): Promise<{ done: number; total: number }> {
  const [row] = await loose(reader)
    .selectFrom<string>(table)
    .select([
      sql<number>`coalesce(sum(case when seal_key = ${sql.lit(newest)} then 1 else 0 end), 0)`.as('done'),
      ({ fn }) => fn.countAll<number>().as('total'),
    ])
    .where('user', '=', owner)
    .where('seal_key', '!=', 0)
    .execute();
  return row ?? { done: 0, total: 0 };
}
