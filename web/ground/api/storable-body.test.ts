import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isStorable } from '#domain/text/is-storable.ts';
import { storableBody } from '#web/ground/api/storable-body.ts';

test('a text with NUL or half an emoji is sent with a mark in its place, and nothing else changes', () => {
  const sent = storableBody({ content: 'до \uD83D после', list: ['\0', 7], when: null, more: { text: '🕊' } });
  assert.deepEqual(sent, { content: 'до \uFFFD после', list: ['\uFFFD', 7], when: null, more: { text: '🕊' } });
  const form = new FormData();
  assert.equal(storableBody(form), form);
  fc.assert(
    fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (text) => {
      const stored = String(storableBody(text));
      assert.ok(isStorable(stored));
      if (isStorable(text)) assert.equal(stored, text);
      assert.equal(stored.length, text.length);
    }),
  );
});
