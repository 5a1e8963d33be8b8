import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLog, withPriorities } from '#server/ground/process/log.ts';
import { startServer } from '#server/start-server.ts';
import { createTestData } from '#proofs/support/engines.ts';
import { UNLIMITED } from '#proofs/support/test-server.ts';

const CANARY = 'canary-Мария-79162041835';

interface Line {
  level: string;
  msg?: string;
  err?: { name: string; at?: string[] };
  error?: { name: string; code?: string };
}

function traceLog() {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Line) };
}

test('API-02 an error that is logged leaves its message and its properties behind, however it is logged', () => {
  const { log, lines, parsed } = traceLog();
  const error = Object.assign(new RangeError(CANARY), { rawPacket: Buffer.from(CANARY), detail: CANARY });
  log.error(error);
  log.child({}).error(error);
  log.error({ err: error });
  log.error({ err: error }, error.message);
  log.error({ err: error }, 'in our words');
  log.info({ req: { method: 'GET', url: `/book/${CANARY}`, routeOptions: { url: '/book/:hash' } } }, 'closed');
  assert.equal(lines.length, 6);
  assert.ok(!lines.join('').includes('canary') && !lines.join('').includes('99,97,110'));
  assert.deepEqual(
    parsed().map(({ msg, err }) => [msg, err?.name, (err?.at ?? []).length > 0]),
    [
      ...Array.from({ length: 4 }, () => ['RangeError', 'RangeError', true]),
      ['in our words', 'RangeError', true],
      ['closed', undefined, false],
    ],
  );
});

test('API-02 whatever is logged is one line and no more, without a character that moves a terminal', () => {
  const hostile = fc.string({ unit: fc.constantFrom('\n', '\r', '\u001b[2K', '\u0000', '\u2028', '"', '{', 'ё', 'a') });
  fc.assert(
    fc.property(hostile, hostile, (field, words) => {
      const { log, lines } = traceLog();
      log.error(
        { route: field, [`key ${field}`]: words, err: Object.assign(new Error(words), { code: field }) },
        words,
      );
      assert.equal(lines.length, 1);
      // oxlint-disable-next-line no-control-regex -- these are what is looked for
      assert.match(lines[0] ?? '', /^\{[^\u0000-\u001f]*\}\n$/);
      assert.equal(JSON.parse(lines[0] ?? '').route, field);
    }),
    { numRuns: 500 },
  );
});

test('under systemd each line begins with the priority that the journal knows', () => {
  const lines: string[] = [];
  const log = createLog(
    { logLevel: 'trace' },
    withPriorities({ write: (line) => void lines.push(line), flush: (done) => done() }),
  );
  log.fatal('a');
  log.error('b');
  log.child({ job: 'x' }).warn('c');
  log.info('d');
  log.debug('e');
  assert.deepEqual(
    lines.map((line) => [line.slice(0, 3), JSON.parse(line.slice(3)).level]),
    [
      ['<2>', 'fatal'],
      ['<3>', 'error'],
      ['<4>', 'warn'],
      ['<6>', 'info'],
      ['<7>', 'debug'],
    ],
  );
});

/** Returns the server's response to bytes that are sent unchanged. */
async function answerTo(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes);
  const chunks = await socket.toArray();
  return Buffer.concat(chunks as Buffer[]).toString();
}

test('API-02 neither a request that is none nor what is thrown comes into the log, at any level', async () => {
  await using data = await createTestData('sqlite');
  const { log, lines, parsed } = traceLog();
  const limits = { ...UNLIMITED, take: () => Promise.reject(new Error(CANARY)) };
  const server = await startServer(data.config, join(tmpdir(), 'no-web'), { log, limits });
  try {
    for (const bytes of [
      `GET / HTTP/1.1\r\n${CANARY} no header\r\n\r\n`,
      `POST /api/collections/users/records HTTP/1.1\r\nHost: x\r\nContent-Length: ${CANARY}\r\n\r\n`,
      `${CANARY}\r\n\r\n`,
    ]) {
      const [head = '', body = ''] = (await answerTo(server.url, bytes)).split('\r\n\r\n');
      assert.match(head, /^HTTP\/1\.1 400 Bad Request\r\n.*application\/json/);
      assert.deepEqual(JSON.parse(body), { status: 400, message: 'The request is no valid HTTP.', data: {} });
    }
    const long = await answerTo(server.url, `GET / HTTP/1.1\r\nX-Long: ${CANARY.repeat(1000)}\r\n\r\n`);
    assert.match(long, /^HTTP\/1\.1 431 /);
    const response = await fetch(`${server.url}/api/collections/users/records`, { method: 'POST' });
    assert.equal(response.status, 500);
  } finally {
    await server.stop();
  }
  const told = parsed().filter(({ error }) => error);
  assert.ok(told.some(({ level, error }) => level === 'trace' && error?.code?.startsWith('HPE_')));
  assert.ok(told.some(({ level }) => level === 'error'));
  assert.ok(!lines.join('').includes('canary'));
});
