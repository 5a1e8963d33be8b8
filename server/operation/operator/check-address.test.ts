import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAddress } from '#server/operation/operator/check-address.ts';

const PROXIED = { publicUrl: 'https://kabinet.example', trustProxy: ['127.0.0.1'] };
const healthy = () => Response.json({ message: 'API is healthy.', code: 200, data: {} });
const unreached = (code: string) => async (): Promise<never> => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
};

test('SAFE-04 doctor asks at PUBLIC_URL, and says where it leads elsewhere or nowhere', async () => {
  const asked: string[] = [];
  const well = await checkAddress(PROXIED, async (url) => (asked.push(url), healthy()));
  assert.deepEqual(well, { state: 'ok', says: 'People reach it at https://kabinet.example.' });
  assert.deepEqual(asked, ['https://kabinet.example/api/health']);

  const parked = await checkAddress(PROXIED, async () => new Response('<h1>For sale</h1>'));
  assert.deepEqual([parked.state, /^PUBLIC_URL \S+ leads elsewhere/.test(parked.says)], ['failed', true]);
  for (const status of [301, 404, 503]) {
    const { state, says } = await checkAddress(PROXIED, async () => new Response('', { status }));
    assert.deepEqual([state, says.includes(String(status))], ['failed', true]);
  }
  for (const [code, wanted] of [
    ['ENOTFOUND', 'failed'],
    ['CERT_HAS_EXPIRED', 'failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'failed'],
    ['ECONNREFUSED', 'warning'],
    ['ETIMEDOUT', 'warning'],
  ] as const) {
    const { state, says } = await checkAddress(PROXIED, unreached(code));
    assert.deepEqual([state, says.includes(code)], [wanted, true], code);
  }
});

test('SAFE-04 doctor says that a proxy is not named, and asks nobody about an address of this machine', async () => {
  const nobody = async (): Promise<never> => assert.fail('it asked');
  const own = { publicUrl: 'http://127.0.0.1:8090', trustProxy: [] };
  assert.equal((await checkAddress(own, nobody)).state, 'ok');
  const unnamed = await checkAddress({ ...PROXIED, trustProxy: [] }, async () => healthy());
  assert.deepEqual([unnamed.state, unnamed.says.startsWith('TRUST_PROXY is empty')], ['warning', true]);
});
