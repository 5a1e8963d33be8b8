import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLeast, trim } from '#domain/rule.ts';
import { isLike } from '#web/practice/record-form/changed-fields.ts';
import { DraftStore } from '#web/practice/record-form/draft-store.ts';
import { type RecordRules, saveRecord, SignInEnded, whileSignedIn } from '#web/practice/record-form/save-record.ts';

interface Note {
  title: string;
  content: string;
}

const STORED: Note = { title: 'Среда', content: 'Сон лучше' };
const text = { clean: trim, checks: [] };
const rules = { title: { clean: trim, checks: [atLeast(2, 'Коротко')] }, content: text };

/** A form over a scripted server; `calls` lists its requests in order. */
function start({
  shared = true,
  server = STORED,
  ...others
}: Partial<RecordRules<Note, Note>> & {
  shared?: boolean;
  server?: Note;
} = {}) {
  const draft = new DraftStore<Note>({ name: 'note', stored: STORED, shared, isFields: isLike(STORED) }, null);
  const calls: unknown[] = [];
  const seeded: Note[] = [];
  const save = () =>
    saveRecord<Note, Note>(draft, {
      rules,
      start: { title: '', content: '' },
      formOf: (note) => note,
      create: async (attempt, fields) => void calls.push({ create: fields, again: attempt.again }),
      source: {
        read: async () => {
          calls.push('read');
          return server;
        },
        seed: (note) => void seeded.push(note),
      },
      change: async (changes) => {
        calls.push({ change: changes });
        return changes;
      },
      ...others,
    });
  return { draft, calls, seeded, save };
}

test('a change is sent over what is stored now, and shown to the screens', async () => {
  const { draft, calls, seeded, save } = start({ server: { ...STORED, title: 'Четверг' } });
  draft.change({ content: ' Сон хуже ' });
  assert.deepEqual(await save(), { kind: 'saved', values: { title: 'Четверг', content: ' Сон хуже ' } });
  assert.deepEqual(calls, ['read', { change: { content: 'Сон хуже' } }]);
  assert.deepEqual(seeded, [{ title: 'Четверг', content: 'Сон хуже' }]);
  assert.ok(!draft.isUnsaved());
});

test('SEAL-02 a field that does not open is never sent', async () => {
  const { draft, calls, save } = start({
    formOf: ({ content }) => ({ title: undefined, content }),
    rules: { title: text, content: text },
  });
  draft.change({ content: 'Сон хуже' });
  await save();
  assert.deepEqual(calls, ['read', { change: { content: 'Сон хуже' } }]);
});

test('what is stored already is not sent', async () => {
  const { draft, calls, save } = start({ server: { ...STORED, content: 'Сон хуже' } });
  draft.change({ content: 'Сон хуже' });
  await save();
  assert.deepEqual(calls, ['read']);
});

test('a field changed elsewhere too stops the save', async () => {
  const { draft, calls, save } = start({ server: { ...STORED, content: 'Оттуда' } });
  draft.change({ content: 'Отсюда' });
  assert.deepEqual(await save(), { kind: 'conflict' });
  assert.deepEqual(calls, ['read']);
  assert.equal(draft.values.content, 'Отсюда');
});

test('mistakes are found before anything is sent', async () => {
  const { draft, calls, save } = start();
  draft.change({ title: 'С' });
  assert.deepEqual(await save(), { kind: 'mistakes', errors: { title: 'Коротко' } });
  assert.deepEqual(calls, []);
});

test('what is typed while a save is under way is sent with the next one, at once where the form closes', async () => {
  for (const stays of [false, true]) {
    const { draft, calls, save } = start({
      stays,
      change: async (changes) => {
        calls.push({ change: changes });
        if (calls.length === 2) draft.change({ title: 'Пятница' });
        return changes;
      },
    });
    draft.change({ content: 'Сон хуже' });
    await save();
    const second = stays ? [] : ['read', { change: { title: 'Пятница' } }];
    assert.deepEqual(calls, ['read', { change: { content: 'Сон хуже' } }, ...second]);
    assert.equal(draft.isUnsaved(), stays);
  }
});

test('what a save leaves out is neither sent nor forgotten', async () => {
  const { draft, calls, save } = start({ omitFromSave: () => ['content'] });
  draft.change({ title: 'Четверг', content: 'Сон хуже' });
  await save();
  assert.deepEqual(calls, ['read', { change: { title: 'Четверг' } }]);
  assert.equal(draft.values.content, 'Сон хуже');
});

test('a new record is created complete, and again under its id after a lost response', async () => {
  const lost = new Error('lost');
  let failures = 1;
  const { draft, calls, save } = start({
    shared: false,
    create: async ({ id, again }, fields) => {
      calls.push({ id, again, fields });
      if (failures-- > 0) throw lost;
    },
  });
  draft.change({ title: ' Четверг ' });
  await assert.rejects(save(), lost);
  assert.equal(draft.values.title, ' Четверг ');
  await save();
  const [first, second] = calls as { id: string; again: boolean; fields: Note }[];
  assert.ok(first && second);
  assert.deepEqual([first.again, second.again, second.id], [false, true, first.id]);
  assert.deepEqual(second.fields, { ...STORED, title: 'Четверг' });
});

test('a failed save keeps everything that was typed', async () => {
  const refused = new Error('refused');
  const { draft, save } = start({
    change: async () => {
      throw refused;
    },
  });
  draft.change({ content: 'Сон хуже' });
  await assert.rejects(save(), refused);
  assert.equal(draft.values.content, 'Сон хуже');
  assert.ok(draft.isUnsaved());
});

test('AUTH-06 a save sends nothing more, and shows nothing, once its account is signed out', async () => {
  let account = 'anna';
  const calls: string[] = [];
  const signOutDuring = (call: string) => async () => {
    calls.push(call);
    account = '';
    return {};
  };
  const guarded = whileSignedIn(
    {
      rules: {},
      start: {},
      formOf: () => ({}),
      create: signOutDuring('create'),
      change: signOutDuring('change'),
      source: { read: signOutDuring('read'), seed: () => undefined },
    },
    () => account,
  );
  const requests = [
    () => guarded.create?.({ id: '', again: false }, {}) ?? assert.fail(),
    () => guarded.source.read(),
    () => guarded.change({}, {}, {}),
  ];
  for (const request of requests) {
    account = 'anna';
    await assert.rejects(request(), SignInEnded, 'its response is dropped');
    await assert.rejects(request(), SignInEnded);
    account = 'boris';
    await assert.rejects(request(), SignInEnded, 'another account is not written to');
  }
  assert.deepEqual(calls, ['create', 'read', 'change']);
});
