import assert from 'node:assert/strict';
import { CLIENT_LIMITS } from '#domain/clients/client.ts';
import type { KeyState, TextsCode } from '#domain/keys/keys.ts';
import type PocketBase from 'pocketbase';
import { ClientResponseError, type RecordModel } from 'pocketbase';
import { exported, imported } from '#proofs/support/archive.ts';
import { refusalOf } from '#proofs/support/test-server.ts';
import type { SealedWorld } from '#proofs/support/sealed-world.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';

type Texts = Record<string, string>;

/** What the practitioner has written, and knows. */
interface State {
  password: string;
  /** The recovery code without which a forgotten password loses the texts; null while the server opens them. */
  code: string | null;
  /** The texts do not open: said, and never taken for empty ones. */
  locked: boolean;
  /** By collection and id. */
  records: Map<string, Texts>;
}

/** The model: the state now, that of each backup, and what cannot be done twice. */
export interface SealedModel extends State {
  backups: (State & { made: Awaited<ReturnType<SealedWorld['backUp']>> })[];
  passwords: number;
  wasReset: boolean;
}

const COLLECTIONS = ['clients', 'sessions', 'blog_posts'] as const;

/** Compares what a node returns with the model: each text is the model's, or said to be locked. */
export async function compare(model: SealedModel, pb: PocketBase): Promise<void> {
  const found = new Map<string, RecordModel>();
  for (const collection of COLLECTIONS) {
    for (const record of await pb.collection(collection).getFullList()) found.set(`${collection} ${record.id}`, record);
  }
  assert.deepEqual([...found.keys()].toSorted(), [...model.records.keys()].toSorted());
  for (const [key, texts] of model.records) {
    const record = found.get(key) ?? {};
    for (const [field, text] of Object.entries(texts)) {
      if (Object.hasOwn(record, field)) assert.equal(Reflect.get(record, field), text, `${key}.${field}`);
      else assert.ok(model.locked, `${key}.${field} is absent`);
    }
  }
}

/** Returns a text as the record API stores it in this field. */
const stored = (record: RecordModel, fields: readonly string[]): Texts =>
  Object.fromEntries(fields.map((field) => [field, String(record[field])]));

/** What is typed is longer than these fields take. */
const LONGEST: Readonly<Record<string, number>> = { title: 100, emergency: CLIENT_LIMITS.emergencyMax };

let phones = 0;

/** Writes down a client with a session, and a note. */
export async function create(pb: PocketBase, model: SealedModel, typed: string): Promise<void> {
  phones += 1;
  const phone = `+7 900 ${String(phones).padStart(7, '0')}`;
  const client = await pb.collection('clients').create({ name: 'Анна', phone, description: typed });
  const date = Temporal.Instant.from('2030-01-01T09:00:00Z').add({ hours: 2 * phones });
  const session = await pb.collection('sessions').create({
    client: client.id,
    date: date.toString({ smallestUnit: 'millisecond' }).replace('T', ' '),
    status: 'scheduled',
    description: 'План',
    news: typed,
  });
  const note = await pb
    .collection('blog_posts')
    .create({ title: 'Заметка', content: `Содержание ${typed}`, date: '2030-01-01' });
  for (const [collection, record] of [
    ['clients', client],
    ['sessions', session],
    ['blog_posts', note],
  ] as const) {
    model.records.set(`${collection} ${record.id}`, stored(record, sealedFields(collection)));
  }
}

/** Picks a record and one of its texts. */
function pick(model: SealedModel, at: number) {
  const keys = [...model.records.keys()].toSorted();
  const key = keys[at % keys.length] ?? '';
  const [collection = '', id = ''] = key.split(' ');
  const fields = sealedFields(collection);
  return { key, collection, id, field: fields[at % fields.length] ?? '' };
}

/** Changes one text. */
export async function edit(model: SealedModel, pb: PocketBase, at: number, typed: string): Promise<void> {
  const { key, collection, id, field } = pick(model, at);
  const value = (collection === 'blog_posts' ? `Содержание ${typed}` : typed).slice(0, LONGEST[field]);
  const record = await pb.collection(collection).update(id, { [field]: value });
  model.records.set(key, { ...model.records.get(key), [field]: String(record[field]) });
}

/** Edits while a node is killed: the text is the one before or the one after. */
export async function killInside(model: SealedModel, world: SealedWorld, victim: number, at: number): Promise<void> {
  const { key, collection, id, field } = pick(model, at);
  const before = model.records.get(key)?.[field];
  const value = `Содержание ${at}`;
  const editing = world
    .at(victim)
    .collection(collection)
    .update(id, { [field]: value })
    .catch((error: unknown) => {
      if (!(error instanceof ClientResponseError) || error.status !== 0) throw error;
    });
  await world.kill(victim % world.nodes);
  await editing;
  const now = String((await world.at(0).collection(collection).getOne(id))[field]);
  assert.ok(now === before || now === value, `${key}.${field}`);
  model.records.set(key, { ...model.records.get(key), [field]: now });
}

/** Exports everything, deletes it, and brings it back. */
export async function takeAlong(pb: PocketBase): Promise<void> {
  const zip = await exported(pb);
  // Deleting a client deletes its sessions: clients go last.
  for (const collection of ['blog_posts', 'sessions', 'clients']) {
    for (const { id } of await pb.collection(collection).getFullList()) await pb.collection(collection).delete(id);
  }
  const { status, problems } = await imported(pb, zip);
  assert.deepEqual([status, problems], [200, []]);
}

/** What would write over a text that does not open, or go along without it, is refused. */
export async function refuseAll(model: SealedModel, pb: PocketBase, at: number): Promise<void> {
  const { collection, id, field } = pick(model, at);
  for (const text of ['поверх', '']) {
    const { status, codes } = await refusalOf(pb.collection(collection).update(id, { [field]: text }));
    assert.deepEqual([status, codes], [400, { [field]: 'validation_locked' }]);
  }
  const { password } = model;
  assert.equal((await refusalOf(pb.send('/api/keys/change', { method: 'POST', body: { password } }))).status, 400);
  assert.equal((await refusalOf(pb.send('/api/export', { method: 'POST', body: {} }))).status, 400);
}

/** Returns the recovery code, typed back: the first one, or one in its place. */
export async function takeWayIn(pb: PocketBase, password: string): Promise<string> {
  const { code } = await pb.send<TextsCode>('/api/keys/recovery', { method: 'POST', body: { password } });
  const body = { password, code: code.toLowerCase().replaceAll('-', ' ') };
  const { mode, locked } = await pb.send<KeyState>('/api/keys/strict', { method: 'POST', body });
  assert.deepEqual([mode, locked], ['password', false]);
  return code;
}

/** Returns what a backup of now holds. */
export const stateOf = ({ password, code, locked, records }: State): State => ({
  password,
  code,
  locked,
  records: new Map(records),
});
