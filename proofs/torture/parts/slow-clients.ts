import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestData } from '#proofs/support/engines.ts';
import { endProgram, readyUrl, startProgram } from '#proofs/support/program.ts';
import type { Part } from '#proofs/torture/part.ts';
import { medianOf } from '#proofs/torture/two-samples.ts';

const SLOW_SOCKETS = 500;
const UPLOADS = 64;
const PIECE = Buffer.alloc(64 * 1024, ' ');
const UPLOAD_PIECES = (100 * 1024 * 1024) / PIECE.length;
const GROWTH_MOST_MB = 20;
const RATIO_MOST = 2;
const NOISE_MS = 3;
const USERS = '/api/collections/users/records';

/** Slow senders and huge bodies against one process (T24). */
export const run: Part = async (tell) => {
  await using data = await createTestData('sqlite');
  const env = { PORT: '0', DATA_DIR: data.config.dataDir, LOG_LEVEL: 'error', MALLOC_ARENA_MAX: '1' };
  const child = startProgram('server/main.ts', env, { node: ['--max-semi-space-size=4'] });
  try {
    const url = await readyUrl(child);
    const where = 'sqlite, 1 process';
    await healthTimes(url, 1000);

    const idle = await healthTimes(url, 4000);
    const sockets = Array.from({ length: SLOW_SOCKETS }, () => open(url));
    const ends = Promise.all(sockets.map(endOf));
    for (const socket of sockets) socket.write(`POST ${USERS} HTTP/1.1\r\nHost: x\r\n`);
    const busy = await healthTimes(url, 4000);
    tell({
      what: `somebody else’s call beside ${SLOW_SOCKETS} slow connections`,
      where,
      measured: `p99 ${busy.toFixed(1)} ms, idle ${idle.toFixed(1)} ms`,
      wanted: `≤ ${RATIO_MOST} × idle + ${NOISE_MS} ms`,
      ok: busy <= idle * RATIO_MOST + NOISE_MS,
    });
    const seconds = (await ends).toSorted((a, b) => a - b);
    tell({
      what: `${SLOW_SOCKETS} connections whose headers never end`,
      where,
      measured: `closed after ${(seconds[0] ?? 0).toFixed(1)} to ${(seconds.at(-1) ?? 0).toFixed(1)} s`,
      wanted: 'all between 5 and 7 s',
      ok: (seconds[0] ?? 0) >= 5 && (seconds.at(-1) ?? 99) <= 7,
    });

    const pid = child.pid ?? 0;
    for (const [what, head] of [
      ['announced', 'Content-Length: 104857600'],
      ['in chunks', 'Transfer-Encoding: chunked'],
    ] as const) {
      const before = await memoryOf(pid);
      const watched = { most: before, over: false };
      const watch = watchMemory(pid, watched);
      const statuses = await Promise.all(Array.from({ length: UPLOADS }, () => upload(url, head)));
      watched.over = true;
      await watch;
      const refused = statuses.filter((status) => status.startsWith('4')).length;
      const cut = statuses.filter((status) => status === 'cut').length;
      const growth = watched.most - before;
      tell({
        what: `${UPLOADS} uploads of 100 MB, ${what}`,
        where,
        measured: `${refused} refused, ${cut} cut, memory + ${growth.toFixed(1)} MB`,
        wanted: `none taken, memory + ≤ ${GROWTH_MOST_MB} MB`,
        ok: refused + cut === UPLOADS && refused > 0 && growth <= GROWTH_MOST_MB,
      });
    }
  } finally {
    await endProgram(child, 'SIGTERM');
  }
};

function open(url: string): Socket {
  return connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
}

/** Returns the seconds until it is closed. */
async function endOf(socket: Socket): Promise<number> {
  const began = performance.now();
  socket.resume();
  await new Promise((resolve) => socket.on('close', resolve));
  return (performance.now() - began) / 1000;
}

async function healthTimes(url: string, forMs: number): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(4)) {
    const began = performance.now();
    await (await fetch(`${url}/api/health`)).arrayBuffer();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? medianOf(times);
}

/** Sends 100 MB or until the server stops it; returns the status, or 'cut' without one. */
async function upload(url: string, head: string): Promise<string> {
  const socket = open(url);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.write(`POST ${USERS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${head}\r\n\r\n`);
  const chunked = head.includes('chunked');
  for (let sent = 0; sent < UPLOAD_PIECES && !socket.destroyed; sent += 1) {
    const going = socket.write(chunked ? Buffer.concat([Buffer.from('10000\r\n'), PIECE, Buffer.from('\r\n')]) : PIECE);
    if (!going) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  await closed;
  return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'cut';
}

/** In MB. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

async function watchMemory(pid: number, watched: { most: number; over: boolean }): Promise<void> {
  for (; !watched.over; await sleep(20)) watched.most = Math.max(watched.most, await memoryOf(pid));
}
