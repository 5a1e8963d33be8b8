import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { createLog } from '#server/ground/process/log.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { openTestServer, type TestServer } from '#proofs/support/test-server.ts';

const VISITOR = '203.0.113.77';
const NETWORK = '2001:db8:77:7';

/** Returns the address stored with a sign-in, which limits, devices and the journal use as the caller's. */
async function seenAs(server: TestServer, remoteAddress: string, forwarded?: string): Promise<string> {
  const headers = { 'content-type': 'application/json', ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) };
  const payload = JSON.stringify({ identity: EMAIL, password: PASSWORD });
  const url = '/api/collections/users/auth-with-password';
  const answer = await server.app.inject({ method: 'POST', url, headers, payload, remoteAddress });
  assert.equal(answer.statusCode, 200, answer.body);
  const { db } = server.context;
  const { address } = await db.read.selectFrom('sign_ins').select('address').executeTakeFirstOrThrow();
  await db.write(({ trx }) => trx.deleteFrom('sign_ins').execute());
  return address;
}

onEngine('sqlite', 'where a request comes from is known before any data is asked for', () => {
  const servers: TestServer[] = [];
  const lines: string[] = [];
  const open = async (trustProxy: string[]): Promise<TestServer> => {
    const log = createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) });
    const server = await openTestServer('sqlite', { config: { trustProxy }, replace: { log } });
    servers.push(server);
    await addAccount(server.context);
    return server;
  };
  let closed: TestServer;
  let behind: TestServer;
  before(async () => {
    closed = await open([]);
    behind = await open(['127.0.0.1', '10.1.0.0/16', 'fd00::/8']);
  });
  after(async () => {
    for (const server of servers) await server.dispose();
  });

  test('PUBLIC-06 without TRUST_PROXY no header says where a request comes from', async () => {
    for (const forwarded of [VISITOR, `${VISITOR}, 127.0.0.1`, '::1', 'unknown']) {
      assert.equal(await seenAs(closed, '198.51.100.1', forwarded), '198.51.100.1');
    }
  });

  test('PUBLIC-06 the first header of a proxy that nobody named is warned of, once; one of a named proxy never', async () => {
    const warned = async (server: TestServer, ...callers: [address: string, forwarded?: string][]) => {
      lines.length = 0;
      for (const [remoteAddress, forwarded] of callers) {
        const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
        await server.app.inject({ url: '/api/health', headers, remoteAddress });
      }
      return lines.filter((line) => line.includes('TRUST_PROXY')).length;
    };
    const unnamed = await open([]);
    assert.equal(await warned(unnamed, ['127.0.0.1']), 0);
    assert.equal(await warned(unnamed, ['127.0.0.1', VISITOR], ['127.0.0.1', VISITOR], ['10.1.2.3', VISITOR]), 1);
    const named = await open(['127.0.0.1']);
    assert.equal(await warned(named, ['127.0.0.1', VISITOR], ['127.0.0.1', '127.0.0.1'], [VISITOR]), 0);
    assert.equal(await warned(named, [VISITOR, '1.2.3.4']), 1);
    assert.ok(!lines.join('').includes(VISITOR), 'no address');
  });

  test('PUBLIC-06 behind trusted proxies the last address that none of them has is the caller’s', async () => {
    const chains: [string, string, string][] = [
      ['127.0.0.1', VISITOR, VISITOR],
      ['127.0.0.1', `${VISITOR}, 10.1.2.3`, VISITOR],
      ['127.0.0.1', `${VISITOR}, 10.1.2.3, 10.1.9.9`, VISITOR],
      ['10.1.2.3', `${VISITOR},127.0.0.1`, VISITOR],
      // Entries further left come from the caller.
      ['127.0.0.1', `1.2.3.4, 5.6.7.8, ${VISITOR}`, VISITOR],
      ['127.0.0.1', `127.0.0.1, 10.1.1.1, ${VISITOR}, 10.1.2.3`, VISITOR],
      ['127.0.0.1', `anything, ${VISITOR}`, VISITOR],
      // Not one of the proxies: the caller invented its header.
      ['198.51.100.1', VISITOR, '198.51.100.1'],
      ['10.2.0.1', VISITOR, '10.2.0.1'],
      ['127.0.0.1', `1.2.3.4, 10.2.0.1`, '10.2.0.1'],
      // IPv6, and IPv4 as a socket of both shows it.
      ['::ffff:127.0.0.1', VISITOR, VISITOR],
      ['::ffff:10.1.2.3', `${VISITOR}, ::ffff:127.0.0.1`, VISITOR],
      ['fd00::1', `${NETWORK}::9`, `${NETWORK}::9`],
      ['127.0.0.1', `1.2.3.4, ${NETWORK}::9, fd12::7`, `${NETWORK}::9`],
      ['::ffff:198.51.100.1', VISITOR, '::ffff:198.51.100.1'],
    ];
    for (const [from, forwarded, seen] of chains) {
      assert.equal(await seenAs(behind, from, forwarded), seen, `${from}: ${forwarded}`);
    }
  });

  test('PUBLIC-06 limits follow the caller: not the text that stands left of it, the port or the rest of an IPv6 network', async () => {
    const statuses = async (addressOf: (at: number) => string): Promise<number[]> => {
      const results: number[] = [];
      for (let at = 0; at < 25; at += 1) {
        const answer = await behind.app.inject({
          method: 'POST',
          url: '/api/collections/users/request-password-reset',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(at) },
          payload: JSON.stringify({ email: `${at}@example.net` }),
          remoteAddress: '127.0.0.1',
        });
        results.push(answer.statusCode);
        if (answer.statusCode === 429) assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
      }
      return results;
    };
    const refused = (list: number[]) => list.filter((status) => status === 429).length;
    const [forged, network, ports, mapped, separate] = await Promise.all([
      statuses((at) => `9.9.9.${at}, 198.51.100.20`),
      statuses((at) => `${NETWORK}:${at}::1`),
      statuses((at) => `198.51.100.21:${40_000 + at}`),
      statuses((at) => (at % 2 ? '::ffff:198.51.100.22' : '198.51.100.22')),
      statuses((at) => `2001:db8:78:${at}::1`),
    ]);
    assert.deepEqual([forged, network, ports, mapped].map(refused), [5, 5, 5, 5]);
    assert.equal(refused(separate), 0);
  });

  test('API-04 no address of a caller comes into the log', () => {
    assert.ok(lines.length > 20);
    assert.doesNotMatch(lines.join(''), /203\.0\.113\.77|2001:db8|198\.51\.100|9\.9\.9/);
  });
});
