import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { ask } from '#proofs/support/ask.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openTestServer, type TestServer } from '#proofs/support/test-server.ts';
import { makeWebFolder } from '#proofs/support/web-folder.ts';
import { RECORD_TABLES } from '#server/ground/db/tables.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('VISIT-01 500 times opened, looked at and prefetched, the page changes nothing and asks robots to stay away', async (t) => {
    const webFolder = await makeWebFolder();
    t.after(() => rm(webFolder, { recursive: true }));
    await using server = await openTestServer(engine, { webFolder });
    const { pb } = await server.practitioner();
    const { id: client } = await pb.collection('clients').create({ name: 'Мария', phone: '1234567' });
    const { id } = await pb.collection('sessions').create({ client, date: '2026-12-01T07:00:00Z' });
    await pb.send(`/api/sessions/${id}/visit-link`, { method: 'POST' });
    const before = await everyRow(server);
    assert.ok(before.includes(id));
    const ways = [
      {},
      { purpose: 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { 'user-agent': 'Mail-Scanner/1.0' },
    ];
    for (let at = 0; at < 500; at += 1) {
      const method = at % 2 === 0 ? 'GET' : 'HEAD';
      const { status, headers } = await ask(server.app, {
        method,
        url: '/visit',
        headers: ways[at % ways.length] ?? {},
      });
      const shown = [status, headers['x-robots-tag'], headers['cache-control'], headers['referrer-policy']];
      assert.deepEqual(shown, [200, 'noindex', 'no-store', 'no-referrer']);
    }
    assert.equal(await everyRow(server), before);
  });
});

/** Tables that a visit changes besides records. */
const HIDDEN = ['visit_links', 'held_time', 'outbox'] as const;

async function everyRow({ context }: TestServer): Promise<string> {
  const rows = await Promise.all(
    [...RECORD_TABLES, ...HIDDEN].map(async (name) => [
      name,
      await context.db.read.selectFrom(name).selectAll().execute(),
    ]),
  );
  return JSON.stringify(rows);
}
