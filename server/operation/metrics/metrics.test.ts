import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, mock, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import type { Engine } from '#server/ground/db/database.ts';
import { printFamilies } from '#server/operation/metrics/exposition.ts';
import { createLog } from '#server/ground/process/log.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { createTestData, forEachEngine } from '#proofs/support/engines.ts';
import { NOON } from '#proofs/support/test-server.ts';

const TOKEN = 'a-token-of-the-operator';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const OUTSIDE = { host: 'kabinet.example', 'x-forwarded-for': '203.0.113.7' };
const LOCAL = { host: '127.0.0.1' };

test('a label’s text ends neither its quotes nor its line', () => {
  const family = {
    name: 'a',
    type: 'gauge',
    help: 'b',
    samples: [{ labels: { text: 'C:\\new "x"\nb 2' }, value: 1 }],
  } as const;
  assert.equal(printFamilies([family]).split('\n')[2], String.raw`a{text="C:\\new \"x\"\nb 2"} 1`);
});

forEachEngine((engine) => {
  describe('with METRICS_TOKEN', () => {
    let server: OneNode;
    const lines: string[] = [];

    before(async () => {
      const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
      server = await openOneNode(engine, { metricsToken: TOKEN }, { log });
    });
    after(() => server.dispose());

    const ask = (url: string, headers: InjectOptions['headers'] = {}) =>
      server.app.inject({ url, ...(headers && { headers }) });
    /** Returns the value of one sample, by its full name with labels. */
    const read = async (sample: string): Promise<number | null> => {
      const { body } = await ask('/metrics', bearer(TOKEN));
      const line = body.split('\n').find((one) => one.startsWith(`${sample} `));
      return line === undefined ? null : Number(line.slice(sample.length + 1));
    };

    test('its holder reads the metrics, for others there are none', async () => {
      const { statusCode, headers, body } = await ask('/metrics', { ...OUTSIDE, ...bearer(TOKEN) });
      assert.equal(statusCode, 200);
      assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
      assert.equal(headers['www-authenticate'], undefined);
      assert.match(body, new RegExp(`^kabinet_info\\{version="\\d+\\.\\d+\\.\\d+",engine="${engine}",node="26`, 'm'));
      for (const refused of [
        LOCAL,
        OUTSIDE,
        bearer(`${TOKEN}x`),
        bearer(TOKEN.slice(1)),
        bearer(TOKEN.slice(0, -1)),
        { authorization: TOKEN },
        { authorization: 'Bearer ' },
      ]) {
        const answer = await ask('/metrics', refused);
        assert.deepEqual([answer.statusCode, answer.json()], [404, NOTHING], JSON.stringify(refused));
      }
    });

    test('the health tells its holder more, and strangers nothing', async () => {
      const stranger = (await ask('/api/health', bearer('another-token-of-somebody'))).json();
      assert.deepEqual(stranger, { message: 'API is healthy.', code: 200, data: {} });
      const { data } = (await ask('/api/health', bearer(TOKEN))).json();
      assert.match(data.version, /^\d+\.\d+\.\d+$/);
      assert.deepEqual([data.engine, data.databaseUp, data.nodes >= 1], [engine, true, true]);
      assert.deepEqual(data.letters, { planned: 0, waiting: 0, failed: 0 });
      assert.ok(data.databaseBytes > 0 && data.dataDisk.bytes > data.dataDisk.free);
      assert.equal(data.backupSeconds, null);
    });

    test('requests are counted by route, method and status, with a name of the caller nowhere', async () => {
      const route = '/api/collections/clients/records';
      const labels = `method="GET",route="${route}",status="200"`;
      const first = (await read(`kabinet_requests_total{${labels}}`)) ?? 0;
      for (let count = 0; count < 3; count += 1) await ask(`${route}?filter=name='Марина'`);
      await ask('/api/collections/Marina/records');
      await ask('/Marina');
      assert.equal(await read(`kabinet_requests_total{${labels}}`), first + 3);
      assert.equal(await read(`kabinet_request_seconds_count{route="${route}"}`), first + 3);
      assert.equal(await read(`kabinet_request_seconds_bucket{route="${route}",le="+Inf"}`), first + 3);
      const { body } = await ask('/metrics', bearer(TOKEN));
      assert.match(body, /route="\/api\/collections\/:collection\/records",status="404"\} 1$/m);
      assert.doesNotMatch(body, /Marina|%D0/);
      assert.doesNotMatch(lines.join(''), /Marina|%D0/);
    });

    test('every line is one of the text format', async () => {
      const { body } = await ask('/metrics', bearer(TOKEN));
      const SAMPLE = /^[a-z_]+(?:\{[a-z_]+="[^"\n]*"(?:,[a-z_]+="[^"\n]*")*\})? (?:[\d.e+-]+)$/;
      for (const line of body.trimEnd().split('\n')) assert.match(line, /^# (?:HELP|TYPE) /.test(line) ? /./ : SAMPLE);
      const names = body.match(/(?<=^# TYPE )\S+/gm) ?? [];
      assert.equal(new Set(names).size, names.length);
    });

    test('writes, refused sign-ins and letters are counted', async () => {
      // The jobs of a node write too.
      const { db } = server.context;
      const { counts } = db;
      const [done, failed] = [counts.done, counts.failed];
      await db.write(async () => undefined);
      await assert.rejects(db.write(() => Promise.reject(new Error('no'))));
      assert.ok(((await read('kabinet_writes_total{outcome="done"}')) ?? 0) > done);
      assert.ok(((await read('kabinet_writes_total{outcome="failed"}')) ?? 0) > failed);
      const refused = (await read('kabinet_sign_ins_refused_total{reason="password"}')) ?? 0;
      await server.app.inject({
        method: 'POST',
        url: '/api/collections/users/auth-with-password',
        payload: { identity: 'nobody@example.com', password: 'a wrong password' },
      });
      assert.equal(await read('kabinet_sign_ins_refused_total{reason="password"}'), refused + 1);
      await addLetters(server);
      assert.equal(await read('kabinet_letters{state="planned"}'), 1);
      assert.equal(await read('kabinet_letters{state="waiting"}'), 2);
      assert.equal(await read('kabinet_letters{state="failed"}'), 1);
    });

    test('a health that is well leaves no line in the log, and a start does', async () => {
      const already = lines.length;
      await ask('/api/health');
      await ask('/metrics', bearer(TOKEN));
      await ask('/api/start');
      const told = lines.slice(already).map((line) => JSON.parse(line));
      assert.deepEqual(
        told.map(({ level, route }) => [level, route]),
        [['info', '/api/start']],
      );
      const started = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'started');
      assert.deepEqual([started.level, started.engine], ['info', engine]);
      assert.match(started.version, /^\d/);
    });

    test('what fails is a line with the route, its collection and the cause, and no word of it', async () => {
      const already = lines.length;
      const { db } = server.context;
      const cause = Object.assign(new Error('Мария'), { code: 'ECONNREFUSED' });
      const broken = mock.method(db, 'write', () =>
        Promise.reject(Object.assign(new Error('Мария'), { code: 'ERR_ODD', cause })),
      );
      try {
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/collections/users/records',
          payload: {
            email: 'a@example.com',
            password: 'correct horse battery',
            passwordConfirm: 'correct horse battery',
          },
        });
        assert.equal(answer.statusCode, 500);
      } finally {
        broken.mock.restore();
      }
      const line = lines.slice(already).find((one) => one.includes('request failed')) ?? '{}';
      const { level, status, method, route, error } = JSON.parse(line);
      assert.deepEqual(
        [level, status, method, route, error.code, error.cause.code],
        ['error', 500, 'POST', '/api/collections/users/records', 'ERR_ODD', 'ECONNREFUSED'],
      );
      assert.doesNotMatch(lines.join(''), /Мария|a@example/);
    });
  });

  describe('without METRICS_TOKEN', () => {
    let server: OneNode;
    let backupDir: string;
    before(async () => {
      backupDir = await mkdtemp(join(tmpdir(), 'kabinet-backups-'));
      server = await openOneNode(engine);
    });
    after(async () => {
      await server.dispose();
      await rm(backupDir, { recursive: true });
    });

    test('they are for callers on this machine alone, whom no proxy forwarded', async () => {
      const ask = async (headers: Record<string, string>) =>
        (await server.app.inject({ url: '/metrics', headers })).statusCode;
      assert.equal(await ask(LOCAL), 200);
      for (const headers of [
        OUTSIDE,
        { ...LOCAL, 'x-forwarded-for': '127.0.0.1' },
        { host: 'kabinet.example' },
        { ...LOCAL, 'sec-fetch-site': 'cross-site' },
      ]) {
        assert.equal(await ask(headers), 404, JSON.stringify(headers));
      }
      assert.deepEqual((await server.app.inject({ url: '/api/health', headers: LOCAL })).json().data, {});
    });

    test('where the public address is another one they are for nobody: a bare proxy looks like this machine', async () => {
      const { config } = server.context;
      const { publicUrl } = config;
      config.publicUrl = 'https://kabinet.example';
      try {
        const { statusCode } = await server.app.inject({ url: '/metrics', headers: LOCAL });
        assert.equal(statusCode, 404);
      } finally {
        config.publicUrl = publicUrl;
      }
    });

    test('the age of a backup is that of the newest name in the folder', async () => {
      const { config } = server.context;
      config.backupDir = backupDir;
      try {
        for (const name of [
          'kabinet-2026-11-20T090000Z.backup',
          'kabinet-2026-11-19T090000Z.backup',
          'kabinet-2030-01-01T000000Z.backup',
          'kabinet-2026-11-99T000000Z.backup',
          'kabinet-by-hand.backup',
        ]) {
          await writeFile(join(backupDir, name), '');
        }
        const { body } = await server.app.inject({ url: '/metrics', headers: LOCAL });
        assert.match(body, /^kabinet_backup_age_seconds 86400$/m);
        assert.match(body, /^kabinet_disk_free_bytes\{folder="backup"\} \d+$/m);
      } finally {
        config.backupDir = null;
      }
    });
  });
});

type OneNode = RunningServer & { dispose(): Promise<void> };

/** Each node counts what it does itself. */
async function openOneNode(
  engine: Engine,
  changes: Partial<Config> = {},
  replace: Parameters<typeof startServer>[2] = {},
): Promise<OneNode> {
  const data = await createTestData(engine);
  const config = { ...data.config, trustProxy: ['127.0.0.1'], ...changes };
  const server = await startServer(config, join(tmpdir(), 'no-web'), { now: () => NOON, ...replace });
  const dispose = async (): Promise<void> => {
    await server.stop();
    await data.dispose();
  };
  return { ...server, dispose };
}

const NOTHING = { status: 404, message: "The requested resource wasn't found.", data: {} };

async function addLetters({ context }: OneNode): Promise<void> {
  const print = (at: Temporal.Instant) => at.toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
  const [past, later] = [print(NOON), print(NOON.add({ hours: 48 }))];
  // Letters that no sender claims: one is being sent, one is given up, two are for later, one of them after an attempt.
  const rows = [
    { state: 'due', not_before: past, claimed: past, attempts: 1 },
    { state: 'failed', not_before: null, claimed: null, attempts: 9 },
    { state: 'due', not_before: later, claimed: null, attempts: 0 },
    { state: 'due', not_before: later, claimed: null, attempts: 2 },
  ] as const;
  await context.db.write(({ trx }) =>
    trx
      .insertInto('outbox')
      .values(
        rows.map((row, at) => ({
          ...row,
          id: `letter${at}`.padEnd(15, '0'),
          kind: 'verification',
          ids: '{}',
          dedupe_key: `test-${at}`,
          message_id: `<${at}@test>`,
          created: past,
          updated: past,
        })),
      )
      .execute(),
  );
}
