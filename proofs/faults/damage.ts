import { randomFillSync, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isSound } from '#server/data/backup/inspect-database.ts';
import { type Config, readConfig } from '#server/ground/config/config.ts';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { ask } from '#proofs/support/ask.ts';
import { plantPractice, practiceIds, tokenOf } from '#proofs/support/planted-practice.ts';
import { clientRow } from '#proofs/support/rows.ts';

const NAME = 'anna';
const NOON = Temporal.Instant.from('2026-11-21T09:00:00Z');
const SECTOR = 512;
const LONGEST_CHECK_MS = 30_000;

/** Kinds of damage: the disk loses bits, or a sector reads as zeros or as noise. */
const KINDS = ['one byte', '100 bytes', 'a sector of zeros', 'a sector of noise'] as const;

export type Outcome =
  /** The server does not start on it. */
  | 'refused'
  /** Some responses are errors, all others are correct. */
  | 'errors'
  /** Some responses are wrong until the check reads the file, and errors from then on. */
  | 'found by the check'
  /** A text differs in a file that SQLite finds sound. */
  | 'text'
  /** Nothing that the server reads. */
  | 'unseen';

/** A practice on disk and its server's responses, to be damaged again and again. */
export interface Specimen extends AsyncDisposable {
  /**
   * Damages a copy and reads everything through the server; throws where the server serves damage that it has found.
   */
  damageOnce(round: number): Promise<Outcome>;
}

export async function prepareSpecimen(clients: number): Promise<Specimen> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-damage-'));
  const [whole, target] = [join(folder, 'whole'), join(folder, 'damaged')];
  const token = await plant(whole, clients);
  const config = readConfig({ DATA_DIR: target, PORT: '0', LOG_LEVEL: 'silent' });
  const bytes = readFileSync(join(whole, DATABASE_FILE));
  const lay = (content: Buffer): void => {
    rmSync(target, { recursive: true, force: true });
    cpSync(whole, target, { recursive: true });
    writeFileSync(join(target, DATABASE_FILE), content);
  };
  lay(bytes);
  const server = await start(config);
  const expected = await readEverything(server, token);
  await server.stop();
  return {
    async damageOnce(round) {
      lay(damaged(bytes, KINDS[round % KINDS.length] ?? KINDS[0]));
      return judge(config, expected, token);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** Creates a practice through a server and stops it; returns a token. */
async function plant(dataDir: string, clients: number): Promise<string> {
  const server = await start(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }));
  const ids = await plantPractice(server.context.db, NAME);
  const rows = Array.from({ length: clients }, (_, n) =>
    clientRow(ids.owner, { name: `Клиент ${n}`, identity_key: `${n}`, source: 'Тайнопись '.repeat(n % 100) }),
  );
  await server.context.db.write(({ trx }) => trx.insertInto('clients').values(rows).execute());
  const token = await tokenOf(server.context, ids);
  await server.stop();
  return token;
}

/** A fixed clock makes the responses the same every time. */
function start(config: Config): Promise<RunningServer> {
  return startServer(config, join(tmpdir(), 'no-web'), { now: () => NOON });
}

async function judge(config: Config, expected: Answers, token: string): Promise<Outcome> {
  let server: RunningServer;
  try {
    server = await start(config);
  } catch (error) {
    if (error instanceof StartError) return 'refused';
    throw error;
  }
  try {
    const answers = await readEverything(server, token);
    const failed = [...answers.values()].filter(({ status }) => status >= 500).length;
    const wrong = [...answers].filter(([url, { status, body }]) => status < 500 && expected.get(url)?.body !== body);
    if (wrong.length === 0) return failed === 0 ? 'unseen' : 'errors';
    if (checkFile(join(config.dataDir, DATABASE_FILE))) return 'text';
    await hearOfDamage(server);
    for (const [url, { status }] of await readEverything(server, token)) {
      if (status < 500) throw new Error(`${url} answers ${status} from a file that is known to be damaged`);
    }
    return 'found by the check';
  } finally {
    await server.stop();
  }
}

/** Waits until the server has found the damage. */
async function hearOfDamage({ app }: RunningServer): Promise<void> {
  const deadline = performance.now() + LONGEST_CHECK_MS;
  while ((await app.inject('/api/health')).statusCode !== 503) {
    if (performance.now() > deadline) throw new Error('the server did not find the damage');
    await sleep(50);
  }
}

/** As the server's own check does. */
function checkFile(file: string): boolean {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return isSound(db);
  } finally {
    db.close();
  }
}

type Answers = Map<string, { status: number; body: string }>;

const refusal = z.strictObject({ status: z.int(), message: z.string(), data: z.object({}) });
const page = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Requests every record of the practice in lists and alone, its journal and its public page. */
async function readEverything(server: RunningServer, token: string): Promise<Answers> {
  const answers: Answers = new Map();
  const get = async (url: string): Promise<string> => {
    const { status, body } = await ask(server.app, { method: 'GET', url, token });
    if (status >= 500) refusal.parse(JSON.parse(body));
    answers.set(url, { status, body });
    return body;
  };
  for (const collection of ['clients', 'sessions', 'blog_posts', 'availability_settings', 'booking', 'profiles']) {
    const list = await get(`/api/collections/${collection}/records?perPage=500&sort=id`);
    const { data } = page.safeParse(JSON.parse(list));
    for (const { id } of data?.items ?? []) await get(`/api/collections/${collection}/records/${id}`);
  }
  await get('/api/journal');
  await get('/api/sign-ins');
  await get(`/api/booking-page/${practiceIds(NAME).bookingHash}`);
  await get(`/api/booking-page/${practiceIds(NAME).bookingHash}/slots?from=2026-11-23&to=2026-11-29`);
  return answers;
}

function damaged(whole: Buffer, kind: (typeof KINDS)[number]): Buffer {
  const bytes = Buffer.from(whole);
  const at = randomInt(Math.floor(bytes.length / SECTOR)) * SECTOR;
  if (kind === 'a sector of zeros') bytes.fill(0, at, at + SECTOR);
  else if (kind === 'a sector of noise') randomFillSync(bytes, at, SECTOR);
  else {
    for (let left = kind === 'one byte' ? 1 : 100; left > 0; left -= 1) {
      const place = randomInt(bytes.length);
      bytes.writeUInt8(bytes.readUInt8(place) ^ randomInt(1, 256), place);
    }
  }
  return bytes;
}
