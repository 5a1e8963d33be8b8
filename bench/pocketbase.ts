import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { askOnce, type Request } from '#bench/load.ts';
import { insert } from '#bench/plant.ts';
import { makePractice, type Seeding, type Size } from '#bench/practices.ts';
import { type ServerProcess, startProcess } from '#bench/server-process.ts';

const ADMIN = { identity: 'admin@bench.example', password: 'correct horse battery' };
const OWN = '@request.auth.id != "" && user = @request.auth.id';
/** Kabinet too looks at the client's owner when a session is written, and not when it is read. */
const OWN_CLIENT = `${OWN} && client.user = @request.auth.id`;
const DATES = [
  { name: 'created', type: 'autodate', onCreate: true },
  { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
];
const USER = { name: 'user', type: 'relation', collectionId: '_pb_users_auth_', maxSelect: 1, cascadeDelete: true };
const text = (name: string, max = 5000) => ({ name, type: 'text', max });
const date = (name: string) => ({ name, type: 'date' });

/** The collections that are measured, with the rules of the same meaning and the indexes of the same columns. */
const COLLECTIONS = [
  {
    id: 'pbc_clients',
    name: 'clients',
    fields: [
      USER,
      text('name'),
      text('phone'),
      text('description'),
      date('registration_date'),
      { name: 'handmade', type: 'bool' },
      text('source'),
      text('search_text'),
      { name: 'archived', type: 'bool' },
      text('email'),
      text('time_zone'),
      text('reminders'),
      text('letters_off'),
      { name: 'agreed', type: 'bool' },
      text('place'),
      text('place_link'),
    ],
    rule: OWN,
    indexes: ['created on clients (user, created desc, id, archived)', 'name on clients (user, name, id, archived)'],
  },
  {
    id: 'pbc_sessions',
    name: 'sessions',
    fields: [
      USER,
      { name: 'client', type: 'relation', collectionId: 'pbc_clients', maxSelect: 1, cascadeDelete: true },
      date('date'),
      { name: 'duration', type: 'number' },
      text('description'),
      { name: 'status', type: 'select', maxSelect: 1, values: ['scheduled', 'completed', 'canceled', 'reserved'] },
      text('thoughts', 100_000),
      text('news', 100_000),
      text('series'),
      text('occurrence'),
      { name: 'moves', type: 'number' },
      text('outcome'),
      date('outcome_at'),
      text('place'),
    ],
    rule: OWN,
    writeRule: OWN_CLIENT,
    indexes: ['date on sessions (user, date desc, id, client)', 'client_date on sessions (user, client, date desc)'],
  },
  {
    id: 'pbc_booking',
    name: 'booking',
    fields: [
      USER,
      text('name'),
      text('phone'),
      date('date'),
      { name: 'status', type: 'select', maxSelect: 1, values: ['pending', 'confirmed', 'cancelled'] },
      text('message'),
      text('time_zone'),
    ],
    rule: OWN,
    indexes: [
      'status on booking (user, status, date)',
      'date on booking (user, date desc, id)',
      'created on booking (user, created desc, id)',
    ],
  },
];

export const PASSWORD = 'правильная лошадь 7';

export function startPocketBase(program: string, folder: string): Promise<ServerProcess> {
  return startProcess((port) => [program, 'serve', '--dir', join(folder, 'data'), '--http', `127.0.0.1:${port}`], {
    log: join(folder, 'log'),
    cwd: folder,
  });
}

/** Makes its collections through its own API, and fills them with the same records while it is down. */
export async function plantPocketBase(
  program: string,
  folder: string,
  sizes: readonly Size[],
  seeding: Seeding,
): Promise<void> {
  const data = ['--dir', join(folder, 'data')];
  execFileSync(program, ['superuser', 'upsert', ADMIN.identity, ADMIN.password, ...data], {
    cwd: folder,
    stdio: 'ignore',
  });
  const server = await startPocketBase(program, folder);
  try {
    await makeCollections(server.port);
  } finally {
    await server.end();
  }
  fill(join(folder, 'data', 'data.db'), sizes, seeding);
}

async function makeCollections(port: number): Promise<void> {
  const auth = await ask(port, 'POST', '/api/collections/_superusers/auth-with-password', ADMIN);
  const token = String(auth['token']);
  const send = (method: Request['method'], path: string, body: object) => ask(port, method, path, body, token);
  await send('PATCH', '/api/settings', { batch: { enabled: true, maxRequests: 50, timeout: 3 } });
  for (const { id, name, fields, rule, writeRule = rule, indexes } of COLLECTIONS) {
    await send('POST', '/api/collections', {
      id,
      name,
      type: 'base',
      fields: [...fields, ...DATES],
      listRule: rule,
      viewRule: rule,
      createRule: writeRule,
      updateRule: writeRule,
      deleteRule: rule,
      indexes: indexes.map((index) => `create index ${name}_user_${index}`),
    });
  }
  const account = { email: 'first@bench.example', password: PASSWORD, passwordConfirm: PASSWORD, verified: true };
  await send('POST', '/api/collections/users/records', account);
}

async function ask(
  port: number,
  method: Request['method'],
  path: string,
  body: object,
  token?: string,
): Promise<Record<string, unknown>> {
  return JSON.parse(await askOnce(port, { method, path, body: JSON.stringify(body), token }));
}

function fill(file: string, sizes: readonly Size[], seeding: Seeding): void {
  const db = new DatabaseSync(file);
  // The hash of the account that it made itself serves all.
  const hash = String(db.prepare("select password from users where email = 'first@bench.example'").get()?.['password']);
  db.exec('pragma synchronous = off; pragma cache_size = -400000; begin');
  for (const size of sizes) {
    const { user, clients, sessions, requests } = makePractice(size, seeding);
    const { id, created, updated, email, name, token_key: tokenKey } = user;
    insert(db, 'users', [{ id, created, updated, email, name, tokenKey, verified: 1, password: hash }]);
    for (const [table, rows] of Object.entries({ clients, sessions, booking: requests })) {
      insert(db, table, ofCollection(table, rows));
    }
  }
  db.exec('commit; pragma wal_checkpoint(truncate)');
  db.close();
}

/** Returns rows without the columns that no answer shows, which it does not have. */
function ofCollection(name: string, rows: readonly object[]): object[] {
  const fields = COLLECTIONS.find((collection) => collection.name === name)?.fields ?? [];
  const known = new Set(['id', 'created', 'updated', ...fields.map((field) => field.name)]);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => known.has(column))));
}
