import assert from 'node:assert/strict';
import { test } from 'node:test';
import PocketBase, { BaseAuthStore } from 'pocketbase';
import { filled } from '#web/ground/api/filter.ts';

test('a filter is filled as the SDK fills it, whatever stands in its values', () => {
  const sdk = new PocketBase('/', new BaseAuthStore());
  const filter = 'name ~ {:text} && user = {:user} && name != {:text}';
  for (const text of ['Анна', `"' || 1=1 || "`, String.raw`\%\\`, '{:user}', '$&', '\u2028\n']) {
    const values = { text, user: 'abc' };
    assert.equal(filled(filter, values), sdk.filter(filter, values));
  }
});
