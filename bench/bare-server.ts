/**
 * What Kabinet is measured against: `node:http` and `node:sqlite` and nothing else, on a copy of the same file with the
 * same durability, as a good programmer writes it in an evening. Every call checks a signed token (HMAC) and reads and
 * writes the caller's own rows alone; records are answered in the same JSON.
 *
 * What it does not do: filters, sorts and fields of the caller's choice; limits of what a field may hold; sign-ins that
 * can be revoked (a token is good until it expires); limits on attempts; the journal; held time and refusals over time
 * that is taken; free times; realtime events by filter; a log; slow and broken clients; PostgreSQL; errors that say what
 * is wrong.
 */
import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';

const [file = '', port = '0'] = process.argv.slice(2);
const db = new DatabaseSync(file);
db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -16000');

const deriveKey = promisify(argon2);
const KEY = randomBytes(32);
const WEEK = 7 * 24 * 3600;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LIMIT = 1024 * 1024;

type Row = Record<string, SQLInputValue>;
type Handler = (call: { user: string; id: string; query: URLSearchParams; body: Row & { steps?: Row[] } }) => unknown;

const WRITTEN =
  'id, user, client, date, duration, description, status, thoughts, news, moves, outcome, place, remind_from, created, updated';
/** Kabinet's responses say '' where a row has no such value. */
const NULLABLE = ['remind_from', 'series', 'occurrence', 'outcome_at'];
const FIELDS = [...new Set([...WRITTEN.split(', '), ...NULLABLE])]
  .map((name) => (NULLABLE.includes(name) ? `coalesce(${name}, '') as ${name}` : name))
  .join(', ');
const sql = {
  account: db.prepare('select * from users where email_key = ?'),
  accountById: db.prepare('select * from users where id = ?'),
  view: db.prepare(`select ${FIELDS} from sessions where id = ? and user = ?`),
  list: db.prepare(`select ${FIELDS} from sessions where user = ? order by date desc, id limit ? offset ?`),
  count: db.prepare('select count(*) as count from sessions where user = ?'),
  light: db.prepare(
    'select id, client, date, duration, status from sessions where user = ? order by date desc, id limit 500',
  ),
  month: db.prepare(`
    select s.id, s.date, s.duration, s.status, s.client, c.name from sessions s join clients c on c.id = s.client
    where s.user = ? and s.date >= ? and s.date < ? order by s.date, s.id limit 1000
  `),
  search: db.prepare(`
    select id, name, phone from clients where user = ? and instr(search_text, ?) > 0 order by created desc, id limit 60
  `),
  found: db.prepare('select count(*) as count from clients where user = ? and instr(search_text, ?) > 0'),
  ownClient: db.prepare('select 1 from clients where id = ? and user = ?'),
  insert: db.prepare(
    `insert into sessions (${WRITTEN}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '', null, ?, ?) returning ${FIELDS}`,
  ),
  update: db.prepare(`update sessions set news = ?, updated = ? where id = ? and user = ? returning ${FIELDS}`),
  request: db.prepare("select * from booking where id = ? and user = ? and status = 'pending'"),
  addClient: db.prepare(`
    insert into clients (id, created, updated, user, name, phone, description, registration_date, handmade, source,
      identity_key, search_text)
    values (?, ?, ?, ?, ?, ?, '', ?, 0, 'Сайт', null, ?) returning id, created, updated, user, name, phone, description,
      registration_date, handmade, source
  `),
  confirm: db.prepare("update booking set status = 'confirmed', session = ?, updated = ? where id = ? returning *"),
} satisfies Record<string, StatementSync>;

const routes: [method: string, pattern: RegExp, handler: Handler][] = [
  ['GET', /^\/sessions\/(\w+)$/, ({ user, id }) => record(sql.view.get(id, user))],
  ['GET', /^\/sessions$/, listSessions],
  ['GET', /^\/light$/, ({ user }) => page(sql.light.all(user), 500, -1)],
  [
    'GET',
    /^\/month$/,
    ({ user, query }) => page(sql.month.all(user, text(query, 'from'), text(query, 'to')).map(withClient), 1000, -1),
  ],
  ['GET', /^\/clients$/, searchClients],
  ['POST', /^\/sessions$/, ({ user, body }) => record(addSession(user, body))],
  [
    'PATCH',
    /^\/sessions\/(\w+)$/,
    ({ user, id, body }) => record(sql.update.get(body['news'] ?? '', stamp(), id, user)),
  ],
  [
    'POST',
    /^\/batch$/,
    ({ user, body }) => inOne(() => (body.steps ?? []).map((step) => record(addSession(user, step)))),
  ],
  ['POST', /^\/booking\/(\w+)\/approve$/, ({ user, id }) => inOne(() => approve(user, id))],
  ['POST', /^\/refresh$/, ({ user }) => ({ record: accountOf(sql.accountById.get(user)), token: tokenFor(user) })],
];

const streams = new Map<string, Set<ServerResponse>>();

createServer((request, response) => void answer(request, response)).listen(Number(port), '127.0.0.1');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/api/health') return send(response, 200, { code: 200 });
    const body = request.method === 'GET' ? {} : JSON.parse((await read(request)) || '{}');
    if (pathname === '/sign-in') return send(response, 200, await signIn(body));
    const user = userOf(request.headers.authorization ?? '');
    if (user === null) return send(response, 401, { status: 401 });
    if (pathname === '/events') return follow(user, response);
    for (const [method, pattern, handler] of routes) {
      const match = method === request.method ? pattern.exec(pathname) : null;
      if (match) return send(response, 200, handler({ user, id: match[1] ?? '', query, body }));
    }
    send(response, 404, { status: 404 });
  } catch {
    send(response, 400, { status: 400 });
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const json = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': json.length });
  response.end(json);
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if ((bytes += chunk.length) > LIMIT) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function tokenFor(id: string): string {
  const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
  const claims = Buffer.from(JSON.stringify({ id, exp: Math.floor(Date.now() / 1000) + WEEK })).toString('base64url');
  return `${head}.${claims}.${sign(`${head}.${claims}`).toString('base64url')}`;
}

function userOf(token: string): string | null {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = sign(`${head}.${claims}`);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const { id, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return exp * 1000 > Date.now() ? id : null;
}

function sign(value: string): Buffer {
  return createHmac('sha256', KEY).update(value).digest();
}

async function signIn(body: Row): Promise<unknown> {
  const account = sql.account.get(textOf(body['identity']).toLowerCase());
  const [, , , , salt = '', key = ''] = String(account?.['password_hash']).split('$');
  const expected = Buffer.from(key, 'base64');
  const given = await deriveKey('argon2id', {
    message: textOf(body['password']),
    nonce: Buffer.from(salt, 'base64'),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    // The second half is a key that Kabinet stores nowhere.
    tagLength: expected.length * 2,
  });
  if (!account || !timingSafeEqual(given.subarray(0, expected.length), expected)) throw new Error('wrong');
  return { record: accountOf(account), token: tokenFor(String(account['id'])) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function accountOf(row: Row | undefined): Row {
  const { id = '', created = '', updated = '', email = '', name = '' } = row ?? {};
  const names = { collectionId: '_pb_users_auth_', collectionName: 'users' };
  return { id, ...names, email, name, created, updated, emailVisibility: 0, verified: 1 };
}

function listSessions({ user, query }: Parameters<Handler>[0]): unknown {
  const at = Number(text(query, 'page'));
  const { count } = sql.count.get(user) ?? {};
  return page(sql.list.all(user, 30, (at - 1) * 30).map(record), 30, Number(count), at);
}

function searchClients({ user, query }: Parameters<Handler>[0]): unknown {
  const wanted = text(query, 'search');
  return page(sql.search.all(user, wanted), 60, Number(sql.found.get(user, wanted)?.['count']));
}

function text(query: URLSearchParams, name: string): string {
  return query.get(name) ?? '';
}

function page(items: unknown[], perPage: number, totalItems: number, at = 1): unknown {
  const totalPages = totalItems < 0 ? -1 : Math.ceil(totalItems / perPage);
  return { items, page: at, perPage, totalItems, totalPages };
}

function record(row: Row | undefined): unknown {
  if (!row) throw new Error('missing');
  return { ...row, collectionId: 'pbc_sessions', collectionName: 'sessions' };
}

function withClient({ name, ...session }: Row): unknown {
  return { ...session, expand: { client: { name } } };
}

function addSession(user: string, { client = '', date = '', duration = 60, status = 'scheduled' }: Row): Row {
  if (!sql.ownClient.get(client, user)) throw new Error('not the caller’s');
  const now = stamp();
  const row = sql.insert.get(newId(), user, client, date, duration, '', status, '', '', now, now);
  const event = JSON.stringify({ action: 'create', record: row });
  for (const stream of streams.get(user) ?? []) stream.write(`event:sessions/*\ndata:${event}\n\n`);
  return row ?? {};
}

function approve(user: string, id: string): unknown {
  const request = sql.request.get(id, user);
  if (!request) throw new Error('missing');
  const { name = '', phone = '', date = '' } = request;
  const now = stamp();
  const client = sql.addClient.get(newId(), now, now, user, name, phone, now, String(name).toLowerCase());
  const session = addSession(user, { client: client?.['id'] ?? '', date });
  return { booking: sql.confirm.get(session['id'] ?? '', now, id), session, client };
}

function inOne<Result>(run: () => Result): Result {
  db.exec('begin immediate');
  try {
    const result = run();
    db.exec('commit');
    return result;
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

function follow(user: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event:connected\ndata:{}\n\n');
  const own = streams.get(user) ?? new Set();
  streams.set(user, own.add(response));
  response.on('close', () => own.delete(response));
}

function stamp(): string {
  return new Date().toISOString().replace('T', ' ');
}

function newId(): string {
  return Array.from(randomBytes(15), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
