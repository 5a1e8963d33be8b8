import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { repairAddress } from '#server/operation/pages/repair-address.ts';

const HASH = 'nnfxg1pa46vhnrz404x7lxj5ue1cl7m1';
const WHOLE = [
  '/',
  '/auth',
  '/auth/reset',
  '/dashboard',
  '/dashboard/sessions?session=abc',
  `/booking/${HASH}`,
  '/visit',
  '/letters/stop/AbC-d_e',
];
const BEHIND = ['.', ',', ')', '».', '"', '%22', '%20', '%C2%A0', '%E2%80%8B', '/', '//', '/.', '&gt;'.slice(3), '%E2'];

test('a whole address is left as it is', () => {
  for (const address of WHOLE) assert.equal(repairAddress(address), null, address);
});

test('an address with signs around it, capitals or slashes too many leads where it was meant to', () => {
  for (const sign of BEHIND) {
    assert.equal(repairAddress(`/booking/${HASH}${sign}`), `/booking/${HASH}`, sign);
    assert.equal(repairAddress(`/visit${sign}`), '/visit', sign);
    assert.equal(repairAddress(`/auth/reset${sign}`), '/auth/reset', sign);
    assert.equal(repairAddress(`/letters/stop/AbC-d_e${sign}`), '/letters/stop/AbC-d_e', sign);
  }
  assert.equal(repairAddress(`//Booking//${HASH.toUpperCase()}`), `/booking/${HASH}`);
  assert.equal(repairAddress(`/booking/%3C${HASH}%3E`), `/booking/${HASH}`);
  assert.equal(repairAddress('/Visit%23token=AbC'), '/visit#token=AbC');
  assert.equal(
    repairAddress('/Dashboard/Sessions/?session=abc&amp;write=1'),
    '/dashboard/sessions?session=abc&write=1',
  );
});

test('what is no address of a page is left alone, and nothing leads to another host', () => {
  for (const address of [
    '/nothing',
    '/booking/',
    '/api/health.',
    '/assets/x.js)',
    '/booking/a/b',
    '/dashboard/a%0db',
  ]) {
    assert.equal(repairAddress(address), null, address);
  }
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('/', '//', '/dashboard/', '/visit', '/auth/%2F'),
      (text, before) => {
        const repaired = repairAddress(before + text);
        if (repaired === null) return;
        const { host, pathname } = new URL(repaired, 'https://kabinet.example');
        assert.equal(host, 'kabinet.example');
        assert.equal(repairAddress(pathname), null);
      },
    ),
  );
});
