import { CSV_LIMITS } from '#domain/csv-import/report.ts';
import type { Ask } from '#proofs/support/ask.ts';
import { clientLine, zipOf } from '#proofs/support/archive.ts';
import type { LiveRoute } from '#proofs/support/live-routes.ts';
import type { PracticeIds } from '#proofs/support/planted-practice.ts';
import { LETTER } from '#proofs/support/records/heavy-lists.ts';

/** A request whose work is as long as its route allows, and its status: refused before the work, it would prove nothing. */
export interface WorstInput extends Omit<Ask, 'method' | 'body'> {
  body?: object;
  status: number;
}

/** Makes the request of one round: what a round creates or ends is not there for the next one. */
type Worst = (round: number, practice: PracticeIds) => WorstInput | Promise<WorstInput>;

const MEBIBYTE = 1024 * 1024;
const RECORDS = '/api/collections/:collection/records';
const TEXT = LETTER.repeat(99_000);

const records = (name: string, query: Record<string, string>) =>
  `/api/collections/${name}/records?${new URLSearchParams(query).toString()}`;
const many = (length: number, comparison: (at: number) => string) =>
  Array.from({ length }, (_, at) => comparison(at)).join(' || ');
const list =
  (name: string, query: Record<string, string>): Worst =>
  () => ({ url: records(name, query), status: 200 });
const note = (title: string) => ({ title, content: TEXT, date: '2026-11-20 09:00:00.000Z' });
const bytes = (url: string, body: Buffer, type: string, headers: Record<string, string> = {}): WorstInput => ({
  url,
  body,
  headers: { 'content-type': type, ...headers },
  status: 200,
});

/** An age header that goes on for ever. */
function endlessHeader(): Buffer {
  return Buffer.from(`age-encryption.org/v1\n${'-> scrypt AAAA 17\nAAAA\n'.repeat((8 * MEBIBYTE) / 24)}`);
}

/** A ZIP of a megabyte, whose manifest names files without end. */
const longManifest = once((): Promise<Buffer> => {
  const files = Array.from({ length: 300_000 }, (_, at) => `"${at}":"${'a'.repeat(64)}"`).join(',');
  const manifest = `{"format":1,"product":"1","through":"","counts":{},"files":{${files}}}`;
  return zipOf(new Map([['manifest.json', manifest]]));
});

const largeArchive = once((): Promise<Buffer> => {
  const id = (at: number) => `client${String(at).padStart(9, '0')}`;
  const clients = Array.from({ length: 3000 }, (_, at) =>
    JSON.stringify(clientLine({ id: id(at), name: `Клиент ${at}`, phone: `+7 900 ${String(at).padStart(7, '0')}` })),
  );
  return zipOf(new Map([['data/clients.jsonl', `${clients.join('\n')}\n`]]));
});

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

function largeTable(round: number): Buffer {
  const description = 'щ'.repeat(Math.floor((CSV_LIMITS.bytes / CSV_LIMITS.rows - 100) / 2));
  const rows = Array.from(
    { length: CSV_LIMITS.rows - 1 },
    (_, at) => `Клиент ${round} ${at},+7 9${round} ${String(at).padStart(8, '0')},${description}`,
  );
  return Buffer.from(`${rows.join('\n')}\n`);
}

/** Many columns, of which each cell may be a phone. */
function wideTable(): Buffer {
  const row = Array.from({ length: CSV_LIMITS.columns }, () => '8 916 204-18-35').join(';');
  return Buffer.from(`${row}\n`.repeat(CSV_LIMITS.rows));
}

function contacts(): Buffer {
  const text = 'щ'.repeat(Math.floor((CSV_LIMITS.bytes / CSV_LIMITS.rows - 100) / 2));
  const card = `BEGIN:VCARD\nVERSION:3.0\nFN:Анна\nTEL:89162041835\nNOTE:${text}\nEND:VCARD\n`;
  return Buffer.from(card.repeat(CSV_LIMITS.rows));
}

const COLUMNS = 'columns=name:0,phone:1,description:2&header=0';

/** The longest work of routes whose work grows with what is sent or stored. */
export const WORST_INPUTS: Record<LiveRoute, readonly Worst[]> = {
  [`GET ${RECORDS}`]: [
    list('sessions', { filter: many(50, (at) => `thoughts ~ 'щ${at}'`) }),
    list('sessions', { filter: many(40, (at) => `client.name ~ 'щ${at}i'`), sort: 'client.name' }),
    list('blog_posts', { filter: many(40, (at) => `content ~ 'zq${at}'`) }),
    list('sessions', { sort: '@random', perPage: '1000', fields: 'id,date,description' }),
    list('blog_posts', { perPage: '30' }),
    list('clients', { filter: many(40, (at) => `tags:each ?= 'щ${at}'`) }),
  ],
  [`GET ${RECORDS}/:id`]: [
    (_round, { notes }) => ({ url: `/api/collections/blog_posts/records/${notes[0]}`, status: 200 }),
  ],
  [`POST ${RECORDS}`]: [
    (round) => ({ url: records('blog_posts', {}), body: note(`Заметка ${round}`), status: 200 }),
    () => ({
      url: records('clients', {}),
      body: Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`${at}${'k'.repeat(100)}`, at])),
      status: 400,
    }),
  ],
  [`PATCH ${RECORDS}/:id`]: [
    (round, { notes }) => ({
      url: `/api/collections/blog_posts/records/${notes[1]}`,
      body: note(`Снова ${round}`),
      status: 200,
    }),
  ],
  [`DELETE ${RECORDS}/:id`]: [
    (round) => ({ url: `/api/collections/clients/records/client${String(100 + round).padStart(9, '0')}`, status: 204 }),
  ],
  'POST /api/batch': [
    (round) => ({
      url: '/api/batch',
      body: {
        requests: Array.from({ length: 20 }, (_, at) => ({
          method: 'POST',
          url: '/api/collections/blog_posts/records',
          body: note(`Заметка ${round} ${at}`),
        })),
      },
      status: 200,
    }),
  ],
  // Of a stream that is not there, behind the parsing of the topics' JSON.
  'POST /api/realtime': [
    () => ({
      url: '/api/realtime',
      body: {
        clientId: 'x'.repeat(40),
        subscriptions: Array.from({ length: 100 }, (_, at) => `sessions/*?options=${at}${'x'.repeat(600)}`),
      },
      status: 404,
    }),
  ],
  'GET /api/start': [
    () => ({
      url: `/api/start?${new URLSearchParams(Array.from({ length: 10 }, () => ['list', 'blog_posts?perPage=10'])).toString()}`,
      status: 200,
    }),
  ],
  'GET /api/journal': [
    () => ({ url: '/api/journal?page=100&perPage=200', status: 200 }),
    () => ({ url: '/api/journal?views=by-day&perPage=200', status: 200 }),
    () => ({ url: '/api/journal?before=2026-11-21%2009:00:00.000Z&views=by-day&page=100&perPage=200', status: 200 }),
  ],
  'GET /api/money': [() => ({ url: '/api/money?year=2026', status: 200 })],
  'GET /api/money/clients': [() => ({ url: '/api/money/clients?owing=true&perPage=1000', status: 200 })],
  'GET /api/money/export': [() => ({ url: '/api/money/export?year=2026&of=sessions', status: 200 })],
  'POST /api/money/prices': [() => ({ url: '/api/money/prices', body: { from: '2000-01-01' }, status: 200 })],
  'POST /api/export': [
    () => ({ url: '/api/export', body: {}, status: 200 }),
    () => ({ url: '/api/export', body: { client: 'client000000000' }, status: 200 }),
  ],
  'POST /api/clients/:id/erase': [
    () => ({ url: '/api/clients/client000000001/erase', body: { reason: 'request', dryRun: true }, status: 200 }),
    (round) => ({ url: `/api/clients/client00000020${round}/erase`, body: { reason: 'request' }, status: 200 }),
  ],
  'POST /api/import/preview': [
    () => bytes('/api/import/preview', endlessHeader(), 'application/zip', { 'x-passphrase': 'x' }),
    async () => bytes('/api/import/preview', await longManifest(), 'application/zip'),
    async () => bytes('/api/import/preview', await largeArchive(), 'application/zip'),
  ],
  'POST /api/import': [async () => ({ ...bytes('/api/import', await longManifest(), 'application/zip'), status: 400 })],
  'POST /api/import/csv/preview': [
    (round) => bytes(`/api/import/csv/preview?${COLUMNS}`, largeTable(round), 'text/csv'),
    () => bytes('/api/import/csv/preview', wideTable(), 'text/csv'),
    () => bytes('/api/import/csv/preview', contacts(), 'text/vcard'),
  ],
  'POST /api/import/csv': [(round) => bytes(`/api/import/csv?${COLUMNS}`, largeTable(round), 'text/csv')],
  'GET /api/booking-page/:hash/slots': [
    (_round, { bookingHash }) => ({
      url: `/api/booking-page/${bookingHash}/slots?from=2026-11-21&to=2026-12-31`,
      status: 200,
    }),
  ],
  'POST /api/series/preview': [
    (_round, { clients }) => ({
      url: '/api/series/preview',
      body: { client: clients[0], start: '2027-02-01T07:00', every_weeks: 1, count: 52 },
      status: 200,
    }),
  ],
};

/** Routes that read or write a few rows by their ids, or hash in another thread: their cells of the matrix are as long as any request. */
export const SHORT_ROUTES: readonly LiveRoute[] = [
  'GET /api/collections/:collection/auth-methods',
  'POST /api/collections/:collection/auth-with-password',
  'POST /api/collections/:collection/request-verification',
  'POST /api/collections/:collection/confirm-verification',
  'POST /api/collections/:collection/request-password-reset',
  'POST /api/collections/:collection/confirm-password-reset',
  'POST /api/collections/:collection/confirm-email-change',
  'POST /api/collections/:collection/request-email-change',
  'POST /api/collections/:collection/take-back-email-change',
  'POST /api/collections/:collection/auth-refresh',
  'POST /api/collections/:collection/auth-with-otp',
  'GET /api/second-factor',
  'POST /api/second-factor/secret',
  'POST /api/second-factor',
  'POST /api/second-factor/codes',
  'DELETE /api/second-factor',
  'GET /api/sign-ins',
  'DELETE /api/sign-ins/:id',
  'GET /api/registration',
  'GET /api/licence-offer',
  'GET /api/keys',
  'POST /api/keys/change',
  'POST /api/keys/recovery',
  'POST /api/keys/strict',
  'DELETE /api/keys/strict',
  'POST /api/keys/unlock',
  'GET /api/draft-key',
  'DELETE /api/sign-ins',
  'GET /api/booking-page/:hash',
  'POST /api/booking-page/:hash',
  'POST /api/booking/:id/reject',
  'POST /api/booking/:id/approve',
  'GET /api/booking/same-sender',
  'POST /api/booking/:id/reject-all-from-sender',
  'GET /api/use',
  'GET /api/import/csv',
  'DELETE /api/import/csv/:import',
  'POST /api/profiles/check-licence',
  'GET /api/sessions/free-slots',
  'POST /api/sessions/:id/restore',
  'POST /api/series',
  'POST /api/series/:id/change/preview',
  'POST /api/series/:id/change',
  'POST /api/series/:id/end',
  'POST /api/visit',
  'POST /api/visit/slots',
  'POST /api/visit/cancel',
  'POST /api/visit/move',
  'GET /api/sessions/:id/visit-link',
  'POST /api/sessions/:id/visit-link',
  'DELETE /api/sessions/:id/visit-link',
  'GET /api/money/sessions',
  'POST /api/sessions/:id/paid',
  'POST /api/news/seen',
  'POST /api/news/unseen',
  'GET /api/letters/told',
  'POST /api/letters/preview',
  'POST /api/letters/test',
  'POST /api/letters/stop',
  'POST /letters/stop/:token',
  'GET /letters/stop/:token',
  'GET /api/health',
  'GET /metrics',
  'GET /_mail',
  'GET /_mail/:key',
  'GET /_mail/:key/:name',
  'GET /_mail/:key/:name/html',
  'GET /booking/:hash',
  'GET /visit',
  'GET /assets/*',
  'GET /robots.txt',
  'GET /favicon.ico',
  'GET /favicon.svg',
  'GET /manifest.webmanifest',
  'GET /icons/:file',
  'GET /*',
  'POST /api/profiles/new-booking-link',
];
