import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '#proofs/support/ask.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { createLog } from '#server/ground/process/log.ts';

onEngine('sqlite', 'lines are written before any data is asked for', () => {
  test('AUTH-05 a flood of sign-ins that a limit refuses fills no disk with lines, and each of them is counted', async () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
    await using server = await openTestServer('sqlite', {
      replace: { log },
      config: { metricsToken: 'a-token-of-the-operator' },
    });
    const url = '/api/collections/users/auth-with-password';
    const body = { identity: 'nobody@example.org', password: 'a guess' };
    const one = { method: 'POST', url, body, address: '198.51.100.7' } as const;
    const statuses: number[] = [];
    for (let at = 0; at < 80; at += 1) statuses.push((await ask(server.app, one)).status);
    const refused = lines.filter((line) => line.includes('"sign-in refused"'));
    const tried = refused.filter((line) => line.includes('"tried":true')).length;
    assert.equal(tried, statuses.filter((status) => status === 400).length);
    assert.equal(refused.length - tried, 30);
    // Another network has lines of its own.
    await ask(server.app, { ...one, address: '198.51.100.8' });
    assert.equal(lines.filter((line) => line.includes('"sign-in refused"')).length, refused.length + 1);
    const headers = { authorization: 'Bearer a-token-of-the-operator' };
    const { body: metrics } = await server.app.inject({ url: '/metrics', headers });
    const counted = [...metrics.matchAll(/^kabinet_sign_ins_refused\S* (\d+)$/gm)].map(([, count]) => Number(count));
    assert.equal(
      counted.reduce((sum, count) => sum + count, 0),
      81,
    );
  });
});
