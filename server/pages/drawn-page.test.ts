import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { DrawnPage } from '#server/pages/drawn-page.ts';

test('a page that was compressed before its nonce was known is the same page', () => {
  // Words that come again, so that there is something to refer back to, across nonces too.
  const text = fc.array(fc.constantFrom('<script nonce="', '"></script>', 'Анна ', '\0\0\0\0', 'ÿÿÿ', 'a'), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (words) => {
      const texts = words.map((part) => part.join(''));
      const page = new DrawnPage(texts, 'default').page();
      assert.equal(String(page.html()), texts.join(page.nonce));
      assert.deepEqual(gunzipSync(page.gzip()), page.html());
    }),
  );
});

test('a long page refers back no further than it may, and is hardly larger for its nonces', () => {
  const long = Array.from(
    { length: 3000 },
    (_, at) => `<li>${at % 700} Запись на консультацию ${(at * 7919) % 997}</li>`,
  ).join('');
  const drawn = new DrawnPage([long, long.slice(0, 40_000), long, ''], 'default');
  const [first, second] = [drawn.page(), drawn.page()];
  assert.notEqual(first.nonce, second.nonce);
  for (const page of [first, second]) assert.deepEqual(gunzipSync(page.gzip()), page.html());
  assert.ok(first.gzip().length < gzipSync(first.html()).length * 1.02);
});
