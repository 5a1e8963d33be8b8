import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { readTabText, removeTabTexts, writeReloadedAt, writeTabText } from '#web/ground/browser/storage.ts';

beforeEach(() => {
  sessionStorage.clear();
  sessionStorage.setItem('other', 'of another script');
  writeTabText('anna:note-new', 'Анна');
  writeTabText('boris:note-new', 'Борис');
});

test('who signs in on this tab finds their own drafts and no other person’s', () => {
  removeTabTexts('boris:');
  assert.equal(readTabText('anna:note-new'), null);
  assert.equal(readTabText('boris:note-new'), 'Борис');
});

test('after sign-out no draft is left', () => {
  removeTabTexts();
  assert.deepEqual(Object.keys(sessionStorage), ['other']);
});

test('a tab that refuses storage says that it will not remember being loaded again', (t) => {
  assert.ok(writeReloadedAt(1));
  t.mock.method(Object.getPrototypeOf(sessionStorage), 'setItem', () => {
    throw new DOMException('refused', 'SecurityError');
  });
  assert.equal(writeReloadedAt(2), false);
});
