import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neighbourhoodOf, networkOf, widerNetworks } from '#server/ground/http/address.ts';
import { describeDevice } from '#server/ground/http/request.ts';

test('an address of IPv6 stands for its network, one of IPv4 for itself', () => {
  const networks = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002:ffff::1': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '::1': '0:0:0:0::/64',
    '64:ff9b::203.0.113.7': '64:ff9b:0:0::/64',
    '203.0.113.7:51234': '203.0.113.7',
    '[2001:db8:1:2::9]:51234': '2001:db8:1:2::/64',
    '::FFFF:203.0.113.7': '203.0.113.7',
    unknown: 'unknown',
    'a text that changes with every request': 'unknown',
    '': 'unknown',
  };
  for (const [address, network] of Object.entries(networks)) assert.equal(networkOf(address), network);
});

test('around an IPv6 network lie two wider ones, around an IPv4 address its neighbours', () => {
  assert.deepEqual(widerNetworks('2001:db8:1:2fe::1'), { wide: '2001:db8:1:200::/56', wider: '2001:db8:1::/48' });
  assert.equal(widerNetworks('203.0.113.7'), null);
  assert.equal(widerNetworks('unknown'), null);
  assert.equal(neighbourhoodOf('203.0.113.7'), neighbourhoodOf('203.0.113.200'));
  assert.notEqual(neighbourhoodOf('203.0.113.7'), neighbourhoodOf('203.0.114.7'));
  assert.equal(neighbourhoodOf('2001:db8:1:2::1'), '2001:db8:1::/48');
});

test('a device is named by its browser and system', () => {
  const devices = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0': 'Firefox, Windows',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36':
      'Chrome, Linux',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 YaBrowser/25.10.0.0 Safari/537.36':
      'Яндекс Браузер, Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15':
      'Safari, macOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1':
      'Safari, iPhone',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36':
      'Chrome, Android',
    'curl/8': 'Неизвестное устройство',
  };
  for (const [agent, device] of Object.entries(devices)) assert.equal(describeDevice(agent), device);
  assert.equal(describeDevice(undefined), 'Неизвестное устройство');
});
