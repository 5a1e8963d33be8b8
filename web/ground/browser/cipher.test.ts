import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cipher } from '#web/ground/browser/cipher.ts';

const keyOf = (byte: number) => btoa(String.fromCharCode(...Array.from({ length: 32 }, () => byte)));
const cipher = new Cipher(keyOf(1));

test('a sealed text is read with its key and under its name alone', () => {
  for (const text of ['', 'Отказ пока звучит как оправдание. 🌿', 'я'.repeat(100_000)]) {
    const sealed = cipher.seal('anna:note-new', text);
    assert.match(sealed, /^[\w+/]+=*$/);
    assert.equal(cipher.unseal('anna:note-new', sealed), text);
    assert.equal(cipher.unseal('anna:note-1', sealed), null);
    assert.equal(new Cipher(keyOf(2)).unseal('anna:note-new', sealed), null);
  }
});

test('the same text is never sealed alike', () => {
  const sealed = Array.from({ length: 100 }, () => cipher.seal('note', 'Анна'));
  assert.equal(new Set(sealed.map((text) => text.slice(0, 32))).size, 100);
});

test('what was changed, cut or never sealed is no text', () => {
  const sealed = cipher.seal('note', 'Анна');
  const [first = '', ...rest] = sealed;
  for (const other of [(first === 'A' ? 'B' : 'A') + rest.join(''), sealed.slice(0, 40), '', '{"id":null}', 'AAAA']) {
    assert.equal(cipher.unseal('note', other), null);
  }
});

test('a key of another length is none', () => {
  assert.throws(() => new Cipher(btoa('short')), TypeError);
});
