import assert from 'node:assert/strict';
import { test } from 'node:test';
import { telLink } from '#web/ground/format/tel-link.ts';

test('a phone is dialled in its international form where that is known', () => {
  assert.equal(telLink('8 (916) 204-18-35'), 'tel:+79162041835');
  assert.equal(telLink('+49 30 901820'), 'tel:+4930901820');
  assert.equal(telLink('204-18'), 'tel:20418');
  assert.equal(telLink('спросить у мамы'), null);
});
