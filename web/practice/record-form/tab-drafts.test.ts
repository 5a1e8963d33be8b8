import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Cipher } from '#web/ground/browser/cipher.ts';
import { isLike } from '#web/practice/record-form/changed-fields.ts';
import { DraftStore } from '#web/practice/record-form/draft-store.ts';
import { tabDrafts } from '#web/practice/record-form/tab-drafts.ts';

const cipherOf = (byte: number) => new Cipher(btoa(String.fromCharCode(byte).repeat(32)));
const ours = cipherOf(1);
const STORED = { title: '', content: '' };
const TEXT = 'Отказ пока звучит как оправдание';

const open = (cipher: Parameters<typeof tabDrafts>[0] = ours, name = 'note-new') =>
  new DraftStore({ name, stored: STORED, shared: false, isFields: isLike(STORED) }, tabDrafts(cipher));

const kept = () => Object.entries(sessionStorage);

beforeEach(() => sessionStorage.clear());

test('a draft in the tab is read with its key alone, under its name alone', () => {
  open().change({ content: TEXT });
  const [[name, text]] = kept() as [[string, string]];
  assert.match(text, /^\d{4}-\d\d-\d\dT\S+Z [\w+/]+=*$/, 'the moment, and nothing else that can be read');
  assert.equal(open().values.content, TEXT);
  assert.equal(open(cipherOf(2)).values.content, '');
  sessionStorage.setItem(name.replace('note-new', 'note-1'), text);
  assert.equal(open(ours, 'note-1').values.content, '');
});

test('without a key nothing is kept, and the form knows', () => {
  const draft = open({ seal: () => null, unseal: () => null });
  draft.change({ content: TEXT });
  assert.ok(draft.refused);
  assert.deepEqual(kept(), []);
});

test('what was changed in storage, or is a draft of another form, is none', () => {
  open().change({ content: TEXT });
  const [[name, text]] = kept() as [[string, string]];
  for (const changed of [text.slice(0, -8), `${text} `.replace(/ /, ''), '', '{"id":null}']) {
    sessionStorage.setItem(name, changed);
    assert.deepEqual(open().values, STORED);
  }
  sessionStorage.setItem(name, text);
  const sessions = new DraftStore(
    { name: 'note-new', stored: { content: 60 }, shared: false, isFields: isLike({ content: 60 }) },
    tabDrafts(ours),
  );
  assert.deepEqual(sessions.values, { content: 60 });
});

test('a draft that was thrown away leaves nothing in the tab', () => {
  const draft = open();
  draft.change({ content: TEXT });
  draft.forget();
  assert.deepEqual(kept(), []);
});
