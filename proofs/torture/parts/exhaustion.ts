import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PocketBase, { ClientResponseError } from 'pocketbase';
import { createPractice, EMAIL, PASSWORD } from '#proofs/support/backup/practice-on-disk.ts';
import { endProgram, readyUrl } from '#proofs/support/program.ts';
import type { Part } from '#proofs/torture/part.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DESCRIPTORS = 128;
const CONNECTIONS = 500;
const HEAP_MB = 96;
const LOAD_MS = 90_000;
const LONG_TEXT = 'Щ'.repeat(100_000);
const LONG_SESSIONS = 20;
const AT_ONCE = 8;

/** One server with too few descriptors, and one with too little memory. */
export const run: Part = async (tell) => {
  await using practice = await createPractice();
  const where = 'sqlite, 1 process';

  const few = start(`ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`, [], practice.dataDir);
  const { held, answered, recoveredMs } = await exhaustDescriptors(await readyUrl(few));
  tell({
    what: `${CONNECTIONS} connections, ${DESCRIPTORS} descriptors`,
    where,
    measured: `${answered} answered, ${held} held; ${lives(few) ? `first answer afterwards after ${recoveredMs.toFixed(0)} ms` : 'the server ended'}`,
    wanted: 'the server lives and answers again ≤ 2 s afterwards',
    ok: lives(few) && answered > 0 && answered < CONNECTIONS && recoveredMs <= 2000,
  });
  await endProgram(few, 'SIGKILL');

  const small = start('exec "$0" "$@"', [`--max-old-space-size=${HEAP_MB}`], practice.dataDir);
  const statuses = await loadMemory(await readyUrl(small), () => lives(small));
  tell({
    what: `${AT_ONCE} callers with large bodies and lists for ${LOAD_MS / 1000} s, ${HEAP_MB} MB of heap`,
    where,
    measured: `${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}${lives(small) ? '' : '; the server ended'}`,
    wanted: 'the server lives',
    ok: lives(small) && (statuses.get(200) ?? 0) > 0,
  });
  await endProgram(small, 'SIGKILL');
};

function start(shell: string, options: string[], dataDir: string): ChildProcess {
  return spawn('sh', ['-c', shell, process.execPath, ...options, 'server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const lives = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

async function exhaustDescriptors(url: string): Promise<{ held: number; answered: number; recoveredMs: number }> {
  const { port, hostname } = new URL(url);
  const counted = { held: 0, answered: 0 };
  const sockets = Array.from({ length: CONNECTIONS }, (): Socket => {
    const socket = connect(Number(port), hostname);
    socket.on('connect', () => {
      counted.held += 1;
      socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    socket.once('data', () => (counted.answered += 1));
    return socket.on('close', () => (counted.held -= 1)).on('error', () => undefined);
  });
  await sleep(3000);
  const { held, answered } = counted;
  const closed = sockets.filter(({ closed: isClosed }) => !isClosed).map((socket) => once(socket.destroy(), 'close'));
  await Promise.all(closed);
  const began = performance.now();
  while (performance.now() - began < 10_000) {
    const ok = await fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) break;
    await sleep(20);
  }
  return { held, answered, recoveredMs: performance.now() - began };
}

async function loadMemory(url: string, goesOn: () => boolean): Promise<Map<number, number>> {
  const pb = new PocketBase(url);
  pb.autoCancellation(false);
  await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
  const client = await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 000-00-00' });
  const texts = { thoughts: LONG_TEXT, news: LONG_TEXT };
  const first = Temporal.Instant.from('2030-01-01T09:00:00Z');
  const ids: string[] = [];
  for (let n = 0; n < LONG_SESSIONS; n += 1) {
    const date = first
      .add({ hours: 24 * n })
      .toString()
      .replace('T', ' ');
    const session = await pb.collection('sessions').create({ ...texts, client: client.id, date, status: 'scheduled' });
    ids.push(session.id);
  }
  const statuses = new Map<number, number>();
  const end = performance.now() + LOAD_MS;
  const call = async (number: number): Promise<void> => {
    for (let n = number; performance.now() < end && goesOn(); n += 1) {
      const asked =
        n % 2 === 0
          ? pb.collection('sessions').getList(1, 500)
          : pb.collection('sessions').update(ids[n % ids.length] ?? '', texts);
      const status = await asked.then(
        () => 200,
        (error: unknown) => (error instanceof ClientResponseError ? error.status : -1),
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => call(number)));
  return statuses;
}
