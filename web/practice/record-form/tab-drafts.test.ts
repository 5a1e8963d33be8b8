import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Cipher } from '#web/ground/browser/cipher.ts';
import { giveLocalStorage } from '#proofs/support/memory-storage.ts';
import { newRecordId } from '#web/ground/browser/record-id.ts';
import { isLike } from '#web/practice/record-form/changed-fields.ts';
import { DraftStore } from '#web/practice/record-form/draft-store.ts';
import { tabDrafts } from '#web/practice/record-form/tab-drafts.ts';

const cipherOf = (byte: number) => new Cipher(btoa(String.fromCharCode(byte).repeat(32)));
const ours = cipherOf(1);
const STORED = { title: '', content: '' };
const TEXT = 'Отказ пока звучит как оправдание';

const open = (cipher: Parameters<typeof tabDrafts>[0] = ours, name = 'note-new') =>
  new DraftStore({ name, stored: STORED, shared: false, isFields: isLike(STORED) }, tabDrafts(cipher));

const kept = () => Object.entries(sessionStorage).filter(([name]) => name !== 'kabinet-tab');
const copies = () => Object.entries<string>(localStorage);

/**
 * WebKit restores a closed tab without its session storage; the test keeps its own tab id, so the copy gets another
 * one.
 */
function endTab(): void {
  sessionStorage.clear();
  for (const [key, text] of Object.entries<string>(localStorage)) {
    localStorage.removeItem(key);
    localStorage.setItem(key.replace(/:\w+$/, `:${newRecordId()}`), text);
  }
}

beforeEach(() => {
  sessionStorage.clear();
  giveLocalStorage();
});

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
  assert.deepEqual([...kept(), ...copies()], []);
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
    { name: 'note-new', stored: { content: true }, shared: false, isFields: isLike({ content: true }) },
    tabDrafts(ours),
  );
  assert.deepEqual(sessions.values, { content: true });
});

test('a draft that was thrown away leaves nothing in the tab', () => {
  const draft = open();
  draft.change({ content: TEXT });
  draft.forget();
  assert.deepEqual([...kept(), ...copies()], []);
});

test('ten browsers that end without a word lose no text: each is offered, and none put in by itself', () => {
  open().change({ content: TEXT });
  for (let restart = 0; restart < 10; restart += 1) {
    endTab();
    const draft = open();
    assert.equal(draft.values.content, '');
    assert.ok(draft.leftAt);
    draft.takeLeft();
    assert.equal(draft.values.content, `${TEXT}${'!'.repeat(restart)}`);
    draft.change({ content: `${draft.values.content}!` });
    assert.deepEqual([draft.leftAt, copies().length], [null, 1]);
  }
});

test('two tabs on one record lose neither text', () => {
  for (const text of [TEXT, 'Другое окно']) {
    open().change({ content: text });
    endTab();
  }
  const found: string[] = [];
  for (let draft = open(); draft.leftAt; draft = open()) {
    draft.takeLeft();
    found.push(draft.values.content);
    draft.forget();
  }
  assert.deepEqual(found.toSorted(), [TEXT, 'Другое окно'].toSorted());
});

test('a draft that was left is deleted when asked to, and comes back', () => {
  open().change({ content: TEXT });
  endTab();
  const draft = open();
  const back = draft.dropLeft();
  assert.deepEqual([draft.leftAt, copies().length, open().leftAt], [null, 0, null]);
  back();
  assert.equal(draft.values.content, TEXT);
});

test('a draft that was left is offered for a day, with its key alone, and where it says something new', () => {
  open().change({ content: TEXT });
  endTab();
  assert.equal(open(cipherOf(2)).leftAt, null);
  const stored = { title: '', content: TEXT };
  const options = { name: 'note-new', stored, shared: true, isFields: isLike(STORED) };
  assert.equal(new DraftStore(options, tabDrafts(ours)).leftAt, null);
  assert.ok(open().leftAt);
  localStorage.setItem(...agedBy(copies()[0] ?? ['', ''], { hours: 25 }));
  assert.equal(open().leftAt, null);
  assert.deepEqual(copies(), []);
});

test('where the browser keeps nothing beyond the tab the form says no more than that', () => {
  giveLocalStorage({ full: true });
  const draft = open();
  draft.change({ content: TEXT });
  assert.deepEqual([draft.endsWithTab, draft.refused, open().values.content], [true, false, TEXT]);
});

test('a tab whose own storage is full reads the newer text beyond it', (t) => {
  open().change({ content: 'Раньше' });
  const write = sessionStorage.setItem.bind(sessionStorage);
  t.mock.method(Object.getPrototypeOf(sessionStorage), 'setItem', (name: string, text: string) => {
    if (name.startsWith('kabinet-draft:')) throw new DOMException('full', 'QuotaExceededError');
    write(name, text);
  });
  open().change({ content: TEXT });
  assert.deepEqual([kept(), open().values.content], [[], TEXT]);
});

function agedBy([key, text]: [string, string], age: Temporal.DurationLike): [string, string] {
  const [moment = '', sealed = ''] = text.split(' ');
  return [key, `${Temporal.Instant.from(moment).subtract(age).toString()} ${sealed}`];
}
