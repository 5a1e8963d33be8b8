import type { DatabaseSync } from 'node:sqlite';

/** One practice of many years among small ones. */
const SMALL = 200;
const SIZES = { big: { clients: 1000, sessions: 4000, rows: 200 }, small: { clients: 10, sessions: 40, rows: 8 } };

const STAMP = "'2026-11-21 09:00:00.000Z'";
/** The n-th hour of a practice; the last fifth of its sessions is still ahead. */
const HOUR = `strftime('%Y-%m-%d %H:%M:%fZ', 1795251600 + (n - sessions * 4 / 5) * 3600, 'unixepoch')`;
const ID = "printf('%07d%08d', p, n)";
const CLIENT = "printf('%07d%08d', p, n % clients)";
const SERIES = "printf('%07d%08d', p, n / 40)";
const HASH = "printf('%064d', p * 10000 + n)";
const OVER = 'n < sessions * 4 / 5';

/** How many rows of each practice, or with a number how many in all; and the columns that are not neutral. */
type Fill = [count: 'each' | 'clients' | 'sessions' | 'rows' | number, columns: Record<string, string>];

/** Whatever grows with the practices and the years. What waits is little of it, as in life. */
const FILLS: Record<string, Fill> = {
  users: ['each', { id: 'user', email_key: 'user', verified: 'p % 50 > 0', deleted: `iif(p = 7, ${STAMP}, null)` }],
  profiles: ['each', { booking_hash: 'user', accepting: '1' }],
  data_keys: ['each', { number: '1' }],
  second_factors: ['each', { turned_on: STAMP, secret: "'s'" }],
  strict_keys: ['each', { turned_on: STAMP, swept: STAMP }],
  sign_ins: ['rows', { last_seen: HOUR, created: HOUR }],
  known_addresses: ['rows', { network: 'n', last_seen: HOUR }],
  waiting_sign_ins: ['each', { hash: HASH }],
  email_changes: ['each', {}],
  former_emails: ['each', { number: '1' }],
  invitations: [200, { hash: HASH, used: `iif(n % 9, ${STAMP}, null)` }],
  erased_accounts: [200, { id: ID }],
  availability_settings: ['rows', { day_of_week: 'n' }],
  clients: [
    'clients',
    { created: HOUR, search_text: 'n', name_key: 'n * 7919 % 5000', identity_key: 'n', email_key: "iif(n % 2, n, '')" },
  ],
  series: [
    'rows',
    {
      client: CLIENT,
      start: "'2026-11-21T09:00'",
      made_until: "'2026-12-01'",
      every_weeks: '1',
      duration: '50',
      status: "'scheduled'",
      until: `iif(n % 8, '2026-12-01', null)`,
    },
  ],
  series_skips: ['rows', { client: CLIENT, series: ID, reason: "'taken'" }],
  sessions: [
    'sessions',
    {
      client: CLIENT,
      date: HOUR,
      created: HOUR,
      duration: '50',
      status: `iif(${OVER}, 'completed', 'scheduled')`,
      series: `iif(n % 2, ${SERIES}, null)`,
      occurrence: 'n',
    },
  ],
  removed_sessions: ['rows', { session: ID, client: CLIENT, created: HOUR }],
  held_time: [
    'sessions',
    {
      start_ms: '(n + p) * 3600000',
      end_ms: '(n + p) * 3600000 + 3000000',
      source: "'session'",
      source_id: ID,
      deliberate: '1',
    },
  ],
  blog_posts: ['rows', { date: HOUR, created: HOUR }],
  templates: ['rows', { created: HOUR }],
  payments: [
    'sessions',
    {
      created: HOUR,
      paid_on: `substr(${HOUR}, 1, 10)`,
      client: CLIENT,
      session: `iif(n % 9, ${ID}, null)`,
      amount: '300000',
      meetings: 'iif(n % 9, 0, 10)',
      way: "'transfer'",
    },
  ],
  booking: [
    'rows',
    {
      date: HOUR,
      created: HOUR,
      status: "iif(n % 20, 'confirmed', 'pending')",
      session: ID,
      client: CLIENT,
      identity_key: 'n',
      network: "iif(n % 20, '', n)",
      wider_network: "iif(n % 20, '', n)",
      held_since: `iif(n % 20, null, ${STAMP})`,
    },
  ],
  consent_documents: ['each', { version: '1', hash: HASH }],
  consents: [
    'clients',
    { client: CLIENT, document: 'user', given_at: HOUR, manner: "'web'", booking: `iif(n % 9, null, ${ID})` },
  ],
  letters: [
    'sessions',
    {
      message_id: ID,
      created: HOUR,
      updated: HOUR,
      client: CLIENT,
      session: ID,
      booking: `iif(n % 9, '', ${ID})`,
      series: `iif(n % 9, '', ${ID})`,
      kind: "iif(n % 3, 'session-reminder', 'session-planned')",
      start: HOUR,
      state: "case when n % 100 then 'sent' when n % 200 then 'failed' else 'dropped' end",
      not_before: `iif(n % 1000, null, ${STAMP})`,
      stranger: `iif(n % 9, null, ${HASH})`,
    },
  ],
  news: [
    'rows',
    {
      created: HOUR,
      updated: HOUR,
      kind: "'client_moved'",
      client: CLIENT,
      session: ID,
      booking: `iif(n % 9, null, ${ID})`,
      seen: 'n % 2',
    },
  ],
  told: [
    'sessions',
    { client: CLIENT, letter: `iif(n % 9, ${ID}, null)`, session: ID, uid: ID, start: HOUR, place: "''" },
  ],
  letter_holds: ['each', {}],
  letter_stops: ['rows', { hash: HASH }],
  outbox: [
    'rows',
    {
      message_id: ID,
      dedupe_key: HASH,
      kind: 'n % 5',
      state: "'sent'",
      account: 'user',
      not_before: `iif(n % 100, null, ${STAMP})`,
    },
  ],
  visit_links: ['sessions', { hash: HASH, session: ID, created: HOUR }],
  journal: [
    'sessions',
    {
      seq: 'p * 100000 + n',
      created: HOUR,
      day: `substr(${HOUR}, 1, 10)`,
      action: "case when n % 5 then 'update' when n % 10 then 'view' else 'create' end",
      subject: "iif(n % 50, 'sessions', 'sign_ins')",
      record: ID,
      client: CLIENT,
      sign_in: 'n',
      device: 'n % 9',
      author: "'practitioner'",
    },
  ],
  erasures: ['rows', { client: CLIENT, created: HOUR, reason: "'request'" }],
};

/** Tables that have as many rows in the largest installation as in the smallest. */
export const FIXED_TABLES = ['secrets', 'kept_secrets', 'sealing', 'zone_rules', 'migrations'];

/** Fills the tables of one installation, so that the statistics of every index are those of one in use. */
export function fillTables(db: DatabaseSync): void {
  db.exec('pragma foreign_keys = off; pragma synchronous = off; begin');
  const { big, small } = SIZES;
  db.exec(`create temp table practices as
    with recursive p (p) as (select 0 union all select p + 1 from p where p < ${SMALL})
    select p, printf('%07d%08d', p, 0) as user, 1 as "each", ${(Object.keys(big) as (keyof typeof big)[])
      .map((name) => `iif(p = 0, ${big[name]}, ${small[name]}) as ${name}`)
      .join(', ')} from p`);
  db.exec(`create temp table numbers as
    with recursive n (n) as (select 0 union all select n + 1 from n where n < ${big.sessions}) select n from n`);
  for (const [table, [count, columns]] of Object.entries(FILLS)) fillTable(db, table, count, columns);
  db.exec('commit');
}

function fillTable(db: DatabaseSync, table: string, count: Fill[0], columns: Record<string, string>): void {
  const own: Record<string, string> = { id: ID, user: 'user', ...columns };
  const needed = db.prepare('select name, type from pragma_table_info(?) where "notnull" = 1 and dflt_value is null');
  const values = new Map(Object.entries(columns));
  for (const { name, type } of needed.all(table)) {
    values.set(String(name), own[String(name)] ?? neutral(String(name), String(type)));
  }
  const source =
    typeof count === 'number'
      ? `numbers, (select * from practices where p = 0) where n < ${count}`
      : `practices, numbers where n < practices."${count}"`;
  db.exec(`insert or ignore into "${table}" (${[...values.keys()].map((name) => `"${name}"`).join(', ')})
    select ${[...values.values()].join(', ')} from ${source}`);
}

function neutral(name: string, type: string): string {
  if (type.toLowerCase() === 'integer') return name === 'duration' ? '50' : '0';
  return /^(created|updated|date|last_seen|deleted|expires|start|given_at|turned_on)$/.test(name) ? STAMP : "''";
}
