import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { giveLocalStorage } from '#proofs/support/memory-storage.ts';
import { otherCopies, writeCopy } from '#web/ground/browser/tab-copies.ts';
import { hasTexts, readTabText, removeCopiesIf, removeTextsIf, writeTabText } from '#web/ground/browser/typed-texts.ts';

beforeEach(() => {
  sessionStorage.clear();
  giveLocalStorage();
  for (const storage of [sessionStorage, localStorage]) storage.setItem('other', 'of another script');
  for (const name of ['anna:note-new', 'boris:note-new']) {
    writeTabText(name, name);
    writeCopy(name, name);
    writeCopy(name, `${name} before`, 'closed');
  }
});

test('who signs in finds their own drafts and no other person’s', () => {
  removeTextsIf((_text, name) => !name.startsWith('boris:'));
  assert.equal(readTabText('anna:note-new'), null);
  assert.deepEqual(otherCopies('anna:note-new'), []);
  assert.equal(readTabText('boris:note-new'), 'boris:note-new');
  assert.deepEqual(otherCopies('boris:note-new'), [{ tab: 'closed', text: 'boris:note-new before' }]);
});

test('after sign-out no draft is left, in the tab or beyond', () => {
  removeTextsIf(() => true);
  const left = [sessionStorage, localStorage].flatMap((storage) => Object.keys(storage));
  assert.deepEqual(
    left.filter((key) => key.startsWith('kabinet-draft')),
    [],
  );
  assert.ok(left.includes('other'));
});

test('a text outlives its tab by its copy, and not by another name', () => {
  removeCopiesIf((text) => !text.endsWith('before'));
  assert.equal(readTabText('anna:note-new'), 'anna:note-new');
  sessionStorage.clear();
  assert.ok(hasTexts('anna:note'));
  assert.deepEqual(otherCopies('anna:note'), []);
  assert.equal(otherCopies('anna:note-new').length, 1);
});

test('a browser that refuses says so, and has nothing to read', () => {
  giveLocalStorage({ full: true });
  assert.equal(writeCopy('anna:note-new', 'text'), false);
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  assert.equal(writeCopy('anna:note-new', 'text'), false);
  assert.deepEqual(otherCopies('anna:note-new'), []);
  removeTextsIf(() => true);
  assert.equal(hasTexts('anna:'), false);
});
