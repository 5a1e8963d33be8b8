import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { bodyOf, Connection, encode, load, type Request } from '#bench/load.ts';
import { machine } from '#bench/machine.ts';
import { plantKabinet, type Planted, sealPlantedFile } from '#bench/plant.ts';
import { seedingOf, signIn, startKabinet } from '#bench/rivals.ts';
import { median, percentile } from '#bench/rounds.ts';
import type { ServerProcess } from '#bench/server-process.ts';
import { figure, table } from '#bench/table.ts';

const SESSIONS = 5000;
const TEXT_CHARACTERS = 2300;
/** One text in so many holds the rare word. */
const RARE = 250;
const CONNECTIONS = 8;
const ALONE_MS = 150;
/** Between two views of the same connection. */
const PAUSE_MS = 3;
const CALLS = 500;

type Ask = (at: number) => Request;

/**
 * What sealing costs. The same practices in two folders, sealed in one; in the other a key that does not open keeps the
 * program from sealing them. Rounds are interleaved, and what the servers' threads work for a call is compared.
 */
export async function measureSealing({ quick }: { quick: boolean }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-sealing-'));
  const [sealedDir, plainDir] = [join(folder, 'sealed'), join(folder, 'plain')];
  const servers: ServerProcess[] = [];
  try {
    const size = { clients: 200, sessions: SESSIONS, requests: 0 };
    const sizes = ['reader', 'other'].map((name) => ({ name, ...size }));
    const planted = await plantKabinet(sealedDir, sizes, await seedingOf(4));
    lengthen(sealedDir);
    cpSync(sealedDir, plainDir, { recursive: true });
    await sealPlantedFile(sealedDir);
    keepPlain(plainDir);
    for (const dir of [sealedDir, plainDir]) servers.push(await startKabinet(dir, `${dir}.log`));
    const [sealed, plain] = servers as [ServerProcess, ServerProcess];
    const [reader, other] = planted as [Planted, Planted];
    console.log(`${machine()}\n`);
    console.log(`${table(await compareViews({ sealed, plain }, reader, quick ? 9 : 25))}\n`);
    console.log(table(await measureSearch(sealed, reader, other, quick ? 6 : 20)));
  } finally {
    for (const server of servers) await server.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Gives every session a text of about 4 KB. */
function lengthen(dir: string): void {
  const db = new DatabaseSync(join(dir, DATABASE_FILE));
  const words = 'тревога граница молчание отпуск ссора память усталость дорога письмо разговор'.split(' ');
  const update = db.prepare('update sessions set thoughts = ? where id = ?');
  db.exec('begin');
  for (const [at, row] of db.prepare('select id from sessions order by id').all().entries()) {
    let text = at % RARE === 0 ? 'редкостьщ ' : '';
    for (let step = at; text.length < TEXT_CHARACTERS; step = (step * 48_271 + 11) % 2_147_483_647) {
      text += `${words[step % words.length]} `;
    }
    update.run(text, String(row['id']));
  }
  db.exec(`update clients set description = 'Просит писать вечером, после шести, и не звонить.'; commit`);
  db.close();
}

function keepPlain(dir: string): void {
  const db = new DatabaseSync(join(dir, DATABASE_FILE));
  db.exec(`insert into data_keys ("user", number, wrapped, created, retired) select id, 1, 'AAAA', '', '' from users`);
  db.close();
}

async function compareViews(
  { sealed, plain }: { sealed: ServerProcess; plain: ServerProcess },
  practice: Planted,
  rounds: number,
): Promise<string[][]> {
  const calls: [string, (token: string) => Ask][] = [
    ['view of a client', (token) => (at) => view('clients', practice.clients, at, token)],
    ['view of a session, 4 KB', (token) => (at) => view('sessions', practice.sessions, at, token)],
    ['list of 100 sessions without texts', (token) => () => lightList(practice.user, token)],
  ];
  const tokens = [await signIn('kabinet', sealed.port, practice, 0xff_0001)];
  tokens.push(await signIn('kabinet', plain.port, practice, 0xff_0001));
  const rows: string[][] = [['call', 'sealed, µs', 'plain, µs', 'ratio of work', 'least–most']];
  for (const [name, ask] of calls) {
    const work = { sealed: [] as number[], plain: [] as number[] };
    for (let round = -1; round < rounds; round += 1) {
      for (const [at, server] of [sealed, plain].entries()) {
        const each = await workOf(server, ask(tokens[at] ?? ''));
        if (round >= 0) work[server === sealed ? 'sealed' : 'plain'].push(each);
      }
    }
    const ratios = work.sealed.map((each, at) => each / (work.plain[at] ?? 0));
    const range = `${figure(Math.min(...ratios))}–${figure(Math.max(...ratios))}`;
    rows.push([name, figure(median(work.sealed)), figure(median(work.plain)), figure(median(ratios)), range]);
  }
  return rows;
}

/** Microseconds of the server's threads for a call. */
async function workOf(server: ServerProcess, ask: Ask): Promise<number> {
  const before = server.worked();
  await load(server.port, ask, { connections: CONNECTIONS, amount: { calls: CALLS }, from: 0 });
  return ((server.worked() - before) / CALLS) * 1000;
}

async function measureSearch(
  server: ServerProcess,
  searcher: Planted,
  other: Planted,
  times: number,
): Promise<string[][]> {
  const token = await signIn('kabinet', server.port, searcher, 0xff_0003);
  const otherToken = await signIn('kabinet', server.port, other, 0xff_0004);
  const rows = [['search of 5,000 texts of 4 KB', 'p50 ms', 'worst ms', 'p99 of others, ms']];
  for (const [name, word] of [
    ['nothing: views of another practice alone', null],
    ['a word in 20 of them, the first 5', 'редкостьщ'],
    ['a word in none', 'небывалое'],
  ] as const) {
    const took: number[] = [];
    const state = { searching: false, isOver: false };
    const search = async (): Promise<void> => {
      for (let at = 0; at < times; at += 1) {
        // One that rests for long is closed by the server.
        const connection = await Connection.open(server.port);
        state.searching = true;
        const began = performance.now();
        if (word === null) await sleep(ALONE_MS);
        else {
          const answer = await connection.ask(encode(searchFor(searcher.user, word, token)));
          if (answer.status !== 200) throw new Error(bodyOf(answer));
        }
        took.push(performance.now() - began);
        state.searching = false;
        connection.close();
      }
      state.isOver = true;
    };
    const others: number[] = [];
    const views = async (start: number): Promise<void> => {
      const own = await Connection.open(server.port);
      for (let at = start; !state.isOver; at += 1) {
        const began = performance.now();
        const isMeant = state.searching;
        await own.ask(encode(view('clients', other.clients, at, otherToken)));
        if (isMeant) others.push(performance.now() - began);
        await sleep(PAUSE_MS);
      }
      own.close();
    };
    await Promise.all([search(), views(0), views(50), views(100)]);
    const sorted = Float64Array.from(others).sort();
    const p99 = figure(percentile(sorted, 0.99));
    rows.push([name, word === null ? '–' : figure(median(took)), word === null ? '–' : figure(Math.max(...took)), p99]);
  }
  return rows;
}

function view(collection: string, ids: readonly string[], at: number, token: string): Request {
  return { method: 'GET', path: `/api/collections/${collection}/records/${ids[at % ids.length]}`, token };
}

function lightList(user: string, token: string): Request {
  const fields = 'id,client,date,duration,status';
  const query = new URLSearchParams({
    perPage: '100',
    skipTotal: '1',
    sort: '-date',
    fields,
    filter: `user = '${user}'`,
  });
  return { method: 'GET', path: `/api/collections/sessions/records?${query.toString()}`, token };
}

function searchFor(user: string, word: string, token: string): Request {
  const filter = `user = '${user}' && (description ~ '${word}' || news ~ '${word}' || thoughts ~ '${word}')`;
  const query = new URLSearchParams({ perPage: '5', skipTotal: '1', sort: '-date', fields: 'id,date', filter });
  return { method: 'GET', path: `/api/collections/sessions/records?${query.toString()}`, token };
}
