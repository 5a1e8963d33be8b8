import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRecordId } from '#web/ground/browser/record-id.ts';

test('an id is of the form that the server takes, and never the same twice', () => {
  const ids = Array.from({ length: 1000 }, newRecordId);
  for (const id of ids) assert.match(id, /^[a-z0-9]{15}$/);
  assert.equal(new Set(ids).size, ids.length);
});
