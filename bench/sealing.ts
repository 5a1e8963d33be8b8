import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openKeys } from '#server/accounts/keys/open-keys.ts';
import { loose } from '#server/ground/db/query.ts';
import { envelopeColumns } from '#server/ground/db/sealed-rows.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { bodyOf, Connection, encode, type Request } from '#bench/load.ts';
import { machine } from '#bench/machine.ts';
import { plantKabinet, type Planted } from '#bench/plant.ts';
import { seedingOf, signIn, startKabinet } from '#bench/rivals.ts';
import { median, percentile } from '#bench/rounds.ts';
import type { ServerProcess } from '#bench/server-process.ts';
import { figure, table } from '#bench/table.ts';

const SESSIONS = 5000;
const TEXT_CHARACTERS = 2300;
/** One text in so many holds the rare word. */
const RARE = 250;
const ALONE_MS = 150;
/** Between two views of the same connection. */
const PAUSE_MS = 3;

/** What a search of sealed texts costs, and others while it runs. */
export async function measureSealing({ quick }: { quick: boolean }): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kabinet-sealing-'));
  try {
    const size = { clients: 200, sessions: SESSIONS, requests: 0 };
    const sizes = ['reader', 'other'].map((name) => ({ name, ...size }));
    const [reader, other] = (await plantKabinet(dataDir, sizes, await seedingOf(1))) as [Planted, Planted];
    await lengthen(dataDir, [reader, other]);
    const server = await startKabinet(dataDir, `${dataDir}.log`);
    console.log(`${machine()}\n`);
    console.log(table(await measureSearch(server, reader, other, quick ? 6 : 20)));
    await server.end();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Gives every session a text of about 4 KB. */
async function lengthen(dataDir: string, practices: readonly Planted[]): Promise<void> {
  const db = await openSqlite(dataDir);
  await openKeys({ keyFile: null, dataDir, databaseUrl: null }, db, { warn: () => undefined });
  const words = 'тревога граница молчание отпуск ссора память усталость дорога письмо разговор'.split(' ');
  for (const { user, sessions } of practices) {
    await db.write(async (write) => {
      for (const [at, id] of sessions.entries()) {
        let text = at % RARE === 0 ? 'редкостьщ ' : '';
        for (let step = at; text.length < TEXT_CHARACTERS; step = (step * 48_271 + 11) % 2_147_483_647) {
          text += `${words[step % words.length]} `;
        }
        const texts = { description: '', news: '', thoughts: text };
        const envelope = await envelopeColumns(write, { table: 'sessions', id, user }, texts);
        await loose(write.trx).updateTable<string>('sessions').set(envelope).where('id', '=', id).execute();
      }
    });
  }
  await db.close();
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

function searchFor(user: string, word: string, token: string): Request {
  const filter = `user = '${user}' && (description ~ '${word}' || news ~ '${word}' || thoughts ~ '${word}')`;
  const query = new URLSearchParams({ perPage: '5', skipTotal: '1', sort: '-date', fields: 'id,date', filter });
  return { method: 'GET', path: `/api/collections/sessions/records?${query.toString()}`, token };
}
