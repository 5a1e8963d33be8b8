import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fuzzedFilter } from '#proofs/support/records/fuzzed-filter.ts';
import { ask } from '#proofs/support/ask.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { plantPractice, tokenOf } from '#proofs/support/planted-practice.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { rounds } from '#proofs/support/long-form.ts';

forEachEngine((engine) => {
  test('API-04 no filter is a crash: each is answered or refused, however it is made and however deep', async () => {
    await using server = await openTestServer(engine);
    const token = await tokenOf(server.context, await plantPractice(server.context.db, 'anna'));
    const statuses = new Map<number, number>();
    const runs = engine === 'sqlite' ? 100 : rounds({ short: 50, long: 100 });
    const send = async (filter: string): Promise<number> => {
      const url = `/api/collections/clients/records?filter=${encodeURIComponent(filter)}`;
      const { status, body } = await ask(server.app, { method: 'GET', url, token });
      assert.ok([200, 400, 403].includes(status), `${status} ${body}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      return status;
    };
    await fc.assert(
      fc.asyncProperty(fuzzedFilter, async (filter) => void (await send(filter))),
      { numRuns: runs },
    );
    assert.ok((statuses.get(200) ?? 0) > runs * 0.15 && (statuses.get(400) ?? 0) > runs * 0.3, [...statuses].join(' '));
    for (const deep of [
      `${'('.repeat(10_000)}1=1${')'.repeat(10_000)}`,
      '('.repeat(10_000),
      Array.from({ length: 10_000 }, () => '1=1').join('&&'),
      `name ~ '${'%a'.repeat(5000)}'`,
    ]) {
      assert.equal(await send(deep), 400);
    }
  });
});
