import { collections } from '#server/collections.ts';
import type { Collection } from '#server/records/collection.ts';
import { openRow } from '#server/ground/db/sealed-rows.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import { SAMPLES } from '#proofs/authorisation/record-cells.ts';
import { WAYS, writeBy, type Way } from '#proofs/authorisation/ways.ts';
import { ask } from '#proofs/support/ask.ts';
import { plantPractice, type PracticeIds, practiceIds, tokenOf } from '#proofs/support/planted-practice.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

/** Values sent for a field that the caller cannot set. */
export const FORBIDDEN_VALUES: readonly unknown[] = [
  'active',
  true,
  practiceIds('boris').owner,
  '2099-01-01 00:00:00.000Z',
  'VALID_1',
  { polluted: 'yes' },
  0,
  1,
  -1,
  1e21,
  false,
  null,
  '',
  'x'.repeat(300),
  [],
  ['x'],
  { $ne: 1 },
  practiceIds('nikto').clients[0],
  '\0',
  '@now',
];

/** Names that are not a field of any collection, and undeclared columns. */
const NEVER_FIELDS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'collectionId',
  'collectionName',
  'created',
  'updated',
  'expand',
  'owner',
  'email_key',
  'password_hash',
  'token_key',
  'licence_key',
  'user.id',
  'user+',
  'id:autogenerate',
] as const;

export interface Assignments {
  tried: number;
  /** Descriptions of faults; empty where no protected field was set. */
  faults: string[];
}

/** The ways that the field at a place of a collection's list is sent. */
type WaysOf = (place: number) => readonly Way[];

/** Each field goes one way, and each collection sees every way. */
export const inTurn: WaysOf = (place) => WAYS.filter((_, at) => at === place % WAYS.length);

interface Attempted {
  /** By default all of them. */
  waysOf?: WaysOf;
  /** Names that are no field. */
  unknown?: readonly string[];
}

/** Tries every protected field × values × ways, on create and on update of every collection. */
export async function tryAssignments(
  server: TestServer,
  values: readonly unknown[],
  { waysOf = () => WAYS, unknown = NEVER_FIELDS }: Attempted = {},
): Promise<Assignments> {
  const practice = await plantPractice(server.context.db, 'maria');
  const token = await tokenOf(server.context, practice);
  const result: Assignments = { tried: 0, faults: [] };
  const site: Site = { server, practice, token, result, plain: new Map(), rows: new Map(), ids: new Map() };
  const sentTo = (collection: Collection, verb: 'create' | 'update') => [...forbidden(collection, verb), ...unknown];
  for (const collection of collections) {
    for (const [place, field] of sentTo(collection, 'update').entries()) {
      for (const way of waysOf(place)) {
        for (const value of values) await tryUpdate(site, collection, way, { [field]: value });
      }
    }
    // Every registration pays for a password hash, so it gets one value only; profiles and
    // what only calls of its own make are never created.
    const sent = collection.name === 'users' ? values.slice(0, 1) : values;
    for (const [place, field] of isMade(collection) ? sentTo(collection, 'create').entries() : []) {
      for (const way of waysOf(place)) {
        for (const value of sent) await tryCreate(site, collection, way, { [field]: value });
      }
    }
  }
  return result;
}

function isMade({ name, access }: Collection): boolean {
  return name !== 'profiles' && access.create !== 'nobody';
}

interface Site {
  server: TestServer;
  practice: PracticeIds;
  token: string;
  result: Assignments;
  plain: Map<string, string>;
  /** By collection, as JSON: the row that is updated, which no attempt changes. */
  rows: Map<string, string>;
  /** By collection: each row that is made goes again. */
  ids: Map<string, ReadonlySet<string>>;
}

function forbidden({ fields }: Collection, verb: 'create' | 'update'): string[] {
  const declared = Object.entries(fields).filter(
    ([, { hidden, filterOnly, writable, type }]) =>
      type !== 'password' && (hidden ?? filterOnly ?? (writable === 'server' || (verb === 'update' && writable))),
  );
  return [...declared.map(([name]) => name), 'tokenKey', ...(verb === 'update' ? ['id'] : [])];
}

async function tryUpdate(site: Site, collection: Collection, way: Way, extra: object): Promise<void> {
  const { server, practice, token, result } = site;
  const id = SAMPLES[collection.name].ids(practice)[0] ?? '';
  const before = site.rows.get(collection.name) ?? JSON.stringify(await stored(server, collection.name, id));
  site.rows.set(collection.name, before);
  const url = `/api/collections/${collection.name}/records/${id}`;
  const { status, body } = await ask(server.app, { ...(await writeBy(way, 'PATCH', url, extra)), token });
  result.tried += 1;
  const told = `${collection.name} PATCH ${way} ${JSON.stringify(extra).slice(0, 80)}`;
  const refused = collection.access.update === 'nobody' ? [400, 403] : [400];
  if (status !== 200 && !refused.includes(status)) result.faults.push(`${told}: ${status} ${body}`);
  if (JSON.stringify(await stored(server, collection.name, id)) !== before) result.faults.push(told);
}

/** A create with an extra field must leave the same row as one without it, or no row. */
async function tryCreate(site: Site, collection: Collection, way: Way, extra: object): Promise<void> {
  const { result } = site;
  const plain = await plainRow(site, collection, way);
  const { status, row } = await createAndRemove(site, collection, way, extra);
  result.tried += 1;
  const told = `${collection.name} POST ${way} ${JSON.stringify(extra).slice(0, 80)}`;
  if (status !== 200 && status !== 400) result.faults.push(`${told}: ${status}`);
  else if (status === 200 && JSON.stringify(row) !== plain) result.faults.push(told);
  else if (status === 400 && row !== null) result.faults.push(`${told}: refused and stored`);
}

/** Returns the row that a create without extra fields leaves. */
async function plainRow(site: Site, collection: Collection, way: Way): Promise<string> {
  const key = `${collection.name} ${way}`;
  const known = site.plain.get(key) ?? JSON.stringify((await createAndRemove(site, collection, way, {})).row);
  if (known === 'null') throw new Error(`${key}: a create without anything else is refused.`);
  site.plain.set(key, known);
  return known;
}

async function createAndRemove(
  { server, practice, token, ids }: Site,
  { name }: Collection,
  way: Way,
  extra: object,
): Promise<{ status: number; row: AnyRow | null }> {
  const { db } = server.context;
  const url = `/api/collections/${name}/records`;
  const write = await writeBy(way, 'POST', url, { ...SAMPLES[name].create(practice, 0), ...extra });
  const earlier = ids.get(name) ?? new Set(await idsOf(server, name));
  ids.set(name, earlier);
  // One address for all: its hash is stored in visitors' requests.
  const { status } = await ask(server.app, { address: '10.0.0.1', ...write, token });
  const [made] = (await idsOf(server, name)).filter((id) => !earlier.has(id));
  if (made === undefined) return { status, row: null };
  const row = await stored(server, name, made);
  await db.write(async ({ trx }) => {
    await trx.deleteFrom('held_time').where('source_id', '=', made).execute();
    // Some rows go with their account alone.
    await trx.updateTable('users').set({ deleted: '2026-11-21 09:00:00.000Z' }).execute();
    await loose(trx).deleteFrom<string>(name).where('id', '=', made).execute();
    await trx.updateTable('users').set({ deleted: null }).execute();
  });
  // The server generates these for every record; the caller's value must not be stored there either.
  const chosen = ['id', 'token_key', 'password_hash'].filter((column) => !Object.values(extra).includes(row[column]));
  const kept = Object.entries(row).filter(([column]) => !chosen.includes(column));
  // A pending registration stores its id in place of an address.
  return { status, row: JSON.parse(JSON.stringify(Object.fromEntries(kept)).replaceAll(made, '')) };
}

async function idsOf({ context }: TestServer, table: string): Promise<string[]> {
  const rows = await loose(context.db.read).selectFrom<string>(table).select('id').execute();
  return rows.map(({ id }) => String(id));
}

/** The clock stands still: stamps stay the same however often a record is written. Its envelope does not, its texts do. */
async function stored({ context }: TestServer, table: RecordTable, id: string): Promise<AnyRow> {
  const { read } = context.db;
  const row = await loose(read).selectFrom<string>(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return openRow(read, table, row);
}
