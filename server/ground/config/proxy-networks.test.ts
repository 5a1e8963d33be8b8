import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '#server/ground/config/config.ts';
import { clearAddress, unnamedProxy } from '#server/ground/config/proxy-networks.ts';

test('PUBLIC-06 TRUST_PROXY takes networks of proxies, and none that lets any caller claim any address', () => {
  for (const TRUST_PROXY of [
    '127.0.0.1',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '::1',
    'fd00::/8',
    'fc00::/7',
    '203.0.113.0/24',
    '2001:db8::/32',
    '::ffff:10.0.0.0/104',
  ]) {
    assert.deepEqual(readConfig({ TRUST_PROXY }).trustProxy, [TRUST_PROXY]);
  }
  for (const TRUST_PROXY of [
    '0.0.0.0/0',
    '::/0',
    '8.0.0.0/7',
    '128.0.0.0/1',
    '2000::/3',
    'f000::/4',
    '::ffff:0:0/96',
    '::/96',
    '127.0.0.1, 0.0.0.0/0',
  ]) {
    assert.throws(() => readConfig({ TRUST_PROXY }), ConfigError, TRUST_PROXY);
    assert.throws(
      () => readConfig({ TRUST_PROXY }),
      /^ConfigError: TRUST_PROXY must be addresses or networks of proxies.*\.$/,
    );
  }
});

test('a public address in clear is warned of beyond this machine, and a proxy without a name', () => {
  const of = (publicUrl: string, trustProxy: string[] = []) =>
    [clearAddress, unnamedProxy].map((find) => find({ publicUrl, trustProxy }) !== null);
  assert.deepEqual(of('http://127.0.0.1:8090'), [false, false]);
  assert.deepEqual(of('http://kabinet.localhost'), [false, false]);
  assert.deepEqual(of('http://kabinet.example'), [true, false]);
  assert.deepEqual(of('http://192.168.1.5:8090', ['127.0.0.1']), [true, false]);
  assert.deepEqual(of('https://kabinet.example'), [false, true]);
  assert.deepEqual(of('https://kabinet.example', ['127.0.0.1']), [false, false]);
});
