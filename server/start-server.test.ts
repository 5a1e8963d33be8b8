import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Config } from '#server/ground/config/config.ts';
import { createLog } from '#server/ground/process/log.ts';
import { startServer } from '#server/start-server.ts';
import { createTestData, forEachEngine } from '#proofs/support/engines.ts';

forEachEngine((engine) => {
  test('a start that fails half-way stops what it has started', async (t) => {
    await using data = await createTestData(engine);
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const address = busy.address();
    assert.ok(address !== null && typeof address === 'object');
    const running = new Set<NodeJS.Timeout>();
    const { setInterval: set, clearInterval: clear } = globalThis;
    const replace = { log: createLog({ logLevel: 'silent' }) };
    t.mock.method(globalThis, 'setInterval', (...args: Parameters<typeof set>) => {
      const timer = set(...args);
      running.add(timer);
      return timer;
    });
    for (const name of ['clearInterval', 'clearTimeout'] as const) {
      t.mock.method(globalThis, name, (timer: NodeJS.Timeout) => {
        running.delete(timer);
        clear(timer);
      });
    }
    const folder = join(data.config.dataDir, 'no-web');
    const failing: [Partial<Config>, RegExp][] = [
      [{ port: address.port }, /is in use by another program/],
      [{ trustProxy: ['no address'] }, /invalid IP address/],
    ];
    for (const [change, why] of failing) {
      await assert.rejects(startServer({ ...data.config, ...change }, folder, replace), why);
      assert.equal(running.size, 0);
      assert.ok(!readdirSync(data.config.dataDir).includes('operator.sock'));
    }
    const server = await startServer(data.config, folder, replace);
    assert.ok(running.size > 0);
    await server.stop();
    assert.equal(running.size, 0);
    busy.close();
  });
});
