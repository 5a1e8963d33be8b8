import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showDialled, telLink } from '#web/ground/format/tel-link.ts';

test('a phone is dialled in its international form where that is known', () => {
  assert.equal(telLink('8 (916) 204-18-35'), 'tel:+79162041835');
  assert.equal(telLink('+49 30 901820'), 'tel:+4930901820');
  assert.equal(telLink('204-18'), 'tel:20418');
  assert.equal(telLink('спросить у мамы'), null);
  assert.equal(telLink('доб. 112'), null);
});

test('CLIENT-04 of several numbers and a remark the first number is dialled, with its extension', () => {
  assert.equal(telLink('8 (495) 204-18-35 доб. 12'), 'tel:+74952041835,12');
  assert.equal(telLink('+7 916 204-18-36, +7 925 111-22-33'), 'tel:+79162041836');
  assert.equal(telLink('8 916 204 18 37, звонить после 18'), 'tel:+79162041837');
});

test('CLIENT-04 beside other numbers and words the link says which number it dials', () => {
  assert.equal(showDialled('8 (495) 204-18-35 доб. 12'), 'Позвонить: +7 (495) 204-18-35, доб.\u00A012');
  assert.equal(showDialled('+49 30 901820, +7 925 111-22-33'), 'Позвонить: +4930901820');
  assert.equal(showDialled('8 916 204-18-35'), undefined);
  assert.equal(showDialled('спросить у мамы'), undefined);
});
