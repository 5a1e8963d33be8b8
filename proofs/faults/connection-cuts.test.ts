import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutConnections } from '#proofs/faults/connection-cuts.ts';
import { openWay } from '#proofs/faults/way.ts';
import { startServer } from '#server/start-server.ts';
import { createTestData, onEngine } from '#proofs/support/engines.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { LICENSED } from '#proofs/support/rows.ts';

onEngine('postgres', 'only here there are connections to cut', () => {
  test('connections that are cut under writes lose no answered one, and none is made twice when it is sent again', async () => {
    await using server = await openTestServer('postgres');
    const practitioner = await server.practitioner(LICENSED);
    const databaseUrl = String(server.context.config.databaseUrl);
    const report = await cutConnections({ db: server.context.db, databaseUrl, milliseconds: 1500 }, practitioner);
    assert.deepEqual([...report.strange], []);
    assert.deepEqual([report.lost, report.twice], [0, 0]);
    assert.ok(report.acknowledged > 0 && (report.refusals.get(503) ?? 0) > 0, 'otherwise this test proves nothing');
    assert.deepEqual([...report.refusals.keys()], [503]);
    assert.ok(report.healedMs <= 15_000, `${report.healedMs} ms`);
  });

  test('while the database cannot be reached everything that needs it is 503 with a time to come back, and then it heals', async () => {
    await using data = await createTestData('postgres');
    await using way = await openWay(new URL(String(data.config.databaseUrl)));
    const server = await startServer({ ...data.config, databaseUrl: way.url }, 'no-web');
    try {
      const ask = (url: string) => server.app.inject(url);
      assert.equal((await ask('/api/health')).statusCode, 200);
      way.close();
      for (const url of ['/api/health', `/api/booking-page/${'x'.repeat(32)}`]) {
        const answer = await ask(url);
        assert.equal(answer.statusCode, 503, url);
        assert.ok(Number(answer.headers['retry-after']) > 0);
        assert.deepEqual(answer.json(), {
          status: 503,
          message: 'The data cannot be reached at the moment.',
          data: {},
        });
      }
      way.open();
      assert.equal((await ask('/api/health')).statusCode, 200);
    } finally {
      await server.stop();
    }
  });
});
