import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KeptAttempt } from '#web/practice/record-form/attempts.ts';
import { isLike } from '#web/practice/record-form/changed-fields.ts';
import type { DraftKeeper } from '#web/practice/record-form/tab-drafts.ts';
import { DraftStore } from '#web/practice/record-form/draft-store.ts';

interface Form {
  date: string;
  time: string;
  news: string;
}

const STORED: Form = { date: '2026-11-24', time: '15:00', news: 'Сон лучше' };

/** Keeps drafts as text, like the tab; `full` simulates a browser that refuses storage. */
class Tab implements DraftKeeper {
  readonly texts = new Map<string, string>();
  full = false;

  read: DraftKeeper['read'] = (name, isValues) => {
    const { id, keptAt, values } = JSON.parse(this.texts.get(name) ?? '{}');
    return isValues(values) ? { id, keptAt: Temporal.Instant.from(keptAt), values } : null;
  };
  write: DraftKeeper['write'] = (name, draft) => {
    if (!this.full) this.texts.set(name, JSON.stringify(draft));
    return this.full ? 'nowhere' : 'beyond';
  };
  readLeft = () => null;
  attempt: KeptAttempt | null = null;
  readAttempt = () => this.attempt;
  keepAttempt = (_name: string, attempt: KeptAttempt | null) => {
    this.attempt = attempt;
  };
  removeLeft = () => undefined;
  remove: DraftKeeper['remove'] = (name) => void this.texts.delete(name);
}

function open(tab: Tab | null = new Tab(), { stored = STORED, shared = true } = {}) {
  return new DraftStore<Form>(
    { name: 'session', stored, shared, isFields: isLike(STORED), together: ['date', 'time'] },
    tab,
  );
}

test('a touched field stays as typed while the others follow what is stored', () => {
  const draft = open();
  draft.change({ news: 'Сон хуже' });
  draft.follow({ ...STORED, time: '16:00' }, true);
  assert.deepEqual(draft.values, { ...STORED, time: '16:00', news: 'Сон хуже' });
  assert.ok(draft.isUnsaved());
  assert.ok(!draft.isUnsaved((field) => field === 'time'));
});

test('what was typed outlives the form, and what was typed back does not', () => {
  const tab = new Tab();
  open(tab).change({ news: 'Сон хуже' });
  const again = open(tab);
  assert.equal(again.values.news, 'Сон хуже');
  assert.ok(again.keptAt, 'kept before the reload');
  again.change({ news: STORED.news });
  assert.equal(tab.texts.size, 0);
  assert.equal(again.keptAt, null);
});

test('a form says that its draft is kept once nothing was typed for a while', (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const draft = open();
  const shown: boolean[] = [];
  draft.revision.subscribe(() => shown.push(draft.keptAt !== null));
  draft.change({ news: 'С' });
  t.mock.timers.tick(399);
  draft.change({ news: 'Со' });
  t.mock.timers.tick(400);
  assert.deepEqual(shown, [false, false, true]);
});

test('where the browser refuses, the text lasts as long as the form and is not called kept', (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const tab = new Tab();
  tab.full = true;
  const draft = open(tab);
  draft.change({ news: 'Сон хуже' });
  t.mock.timers.tick(1000);
  assert.deepEqual([draft.values.news, draft.refused, draft.keptAt], ['Сон хуже', true, null]);
  draft.leave(() => true);
  assert.ok(!draft.isUnsaved(), 'nothing is promised that a reload would break');
});

test('a form without the key leaves alone what an earlier one kept', () => {
  const tab = new Tab();
  open(tab).change({ news: 'Сон хуже' });
  const without = open(null);
  assert.deepEqual(without.values, STORED);
  without.change({ news: 'Без ключа' });
  without.forget();
  assert.equal(open(tab).values.news, 'Сон хуже');
});

test('a field changed in two windows stops the save until the person has decided', () => {
  const theirs = { ...STORED, date: '2026-11-25', news: 'Оттуда' };
  const decide = (choose: (draft: DraftStore<Form>) => void) => {
    const draft = open();
    draft.change({ time: '16:00', news: 'Отсюда' });
    assert.equal(draft.merge(theirs), null);
    draft.follow(theirs, true);
    assert.deepEqual(draft.conflicts.toSorted(), ['date', 'news'], 'date and time are one decision');
    choose(draft);
    assert.deepEqual(draft.conflicts, []);
    return draft.merge(theirs);
  };
  const [mine, both, none] = [
    decide((draft) => {
      draft.keepMine('date');
      draft.keepMine('news');
    }),
    decide((draft) => {
      draft.keepTheirs('date');
      draft.keepBoth('news');
    }),
    decide((draft) => {
      draft.keepTheirs('date');
      draft.keepTheirs('news');
    }),
  ];
  assert.deepEqual(mine, { date: '2026-11-24', time: '16:00', news: 'Отсюда' });
  assert.deepEqual(both, { ...theirs, news: 'Оттуда\n\nОтсюда' });
  assert.deepEqual(none, theirs);
});

test('a new record has no stored one to be merged with', () => {
  const draft = open(new Tab(), { shared: false });
  draft.change({ news: 'Отсюда' });
  draft.follow({ ...STORED, news: 'Завтра' }, false);
  assert.deepEqual(draft.conflicts, []);
  assert.equal(draft.values.news, 'Отсюда');
});

test('a save forgets what it stored; what was typed meanwhile stays', () => {
  const draft = open();
  draft.change({ news: 'Сон хуже ' });
  const values = draft.merge(STORED);
  assert.ok(values);
  draft.change({ time: '16:00' });
  draft.change({ news: STORED.news });
  assert.ok(!draft.settle({ values, stored: { ...values, news: 'Сон хуже' } }));
  assert.deepEqual(draft.values, { ...STORED, time: '16:00' }, 'typed back to what stood there before');
  const rest = draft.merge(draft.stored);
  assert.ok(rest);
  assert.ok(draft.settle({ values: rest, stored: rest }));
  assert.ok(!draft.isUnsaved());
});

test('a field that a save leaves out stays in the draft', () => {
  const draft = open();
  draft.change({ time: '16:00', news: 'Сон хуже' });
  const values = { ...STORED, time: '16:00' };
  draft.merge(STORED);
  assert.ok(draft.settle({ values, stored: values }));
  assert.deepEqual(draft.values, { ...values, news: 'Сон хуже' });
});

test('all attempts to create a record carry one id, over a reload too, until it is stored', () => {
  const tab = new Tab();
  const draft = open(tab, { shared: false });
  draft.change({ news: 'Новое' });
  const first = draft.attempt();
  const second = open(tab, { shared: false }).attempt();
  assert.deepEqual([first.again, second.again, second.id], [false, true, first.id]);
  assert.ok(draft.settle({ values: first.values, stored: first.values }));
  assert.notEqual(draft.attempt().id, first.id);
  assert.equal(tab.texts.size, 0);
});

test('a creation during which something was typed is repeated under its id', () => {
  const draft = open(new Tab(), { shared: false });
  draft.change({ news: 'Новое' });
  const { id, values } = draft.attempt();
  draft.change({ news: 'Новое, и ещё' });
  assert.ok(!draft.settle({ values, stored: values }));
  assert.deepEqual(draft.attempt(), { id, again: true, values: { ...STORED, news: 'Новое, и ещё' } });
});

test('a form that is left keeps the fields that outlive it, for another record', () => {
  const tab = new Tab();
  const draft = open(tab);
  draft.change({ time: '16:00', news: 'Сон хуже' });
  const { id } = draft.attempt();
  draft.leave((field) => field === 'news');
  const again = open(tab);
  assert.deepEqual(again.values, { ...STORED, news: 'Сон хуже' });
  assert.notEqual(again.attempt().id, id);
});

test('only a long text hurts to lose', () => {
  const draft = open();
  draft.change({ news: `${STORED.news}, и намного` });
  assert.ok(!draft.isLong());
  draft.change({ news: `${STORED.news}. Отказ пока звучит как оправдание.` });
  assert.ok(draft.isLong());
});

test('what the screen chose is saved, and alone neither kept nor unsaved', () => {
  const tab = new Tab();
  const draft = open(tab);
  draft.prefill({ news: 'Спал' });
  assert.deepEqual([draft.values.news, draft.isUnsaved(), draft.refused, tab.texts.size], ['Спал', false, false, 0]);
  assert.equal(draft.merge(STORED)?.news, 'Спал');
  draft.change({ time: '16:00' });
  assert.deepEqual([open(tab).values.time, open(tab).values.news], ['16:00', 'Спал']);
  draft.change({ time: STORED.time });
  assert.deepEqual([draft.isUnsaved(), tab.texts.size], [false, 0]);
  draft.change({ news: 'Не спал' });
  assert.ok(draft.isUnsaved(), 'another choice is the person’s');
});

test('SEAL-02 what was typed into a field that does not open is put aside, and comes back with the field', () => {
  const tab = new Tab();
  const draft = open(tab);
  draft.change({ news: 'Сон хуже', time: '16:00' });
  const locked = { ...STORED, news: '' };
  draft.follow(locked, true, ['news']);
  assert.deepEqual([draft.values.news, draft.values.time, draft.hiddenTyped], ['', '16:00', { news: 'Сон хуже' }]);
  assert.deepEqual(draft.merge(locked, ['news']), { ...locked, time: '16:00' });
  draft.discard();
  assert.ok(!draft.isUnsaved());
  draft.follow(STORED, true);
  assert.deepEqual(draft.values, { ...STORED, news: 'Сон хуже' });
  assert.equal(open(tab).values.news, 'Сон хуже', 'it outlives the form');
});

test('SEAL-02 a save stops once where a typed field does not open any more', () => {
  const draft = open();
  draft.change({ news: 'Сон хуже', time: '16:00' });
  const locked = { ...STORED, news: '' };
  assert.equal(draft.merge(locked, ['news'], []), null);
  assert.deepEqual(draft.merge(locked, ['news'], ['news']), { ...locked, time: '16:00' });
});

test('SESSION-08 what is saved as the form gave it has one id across a reload, and another content a new one', () => {
  const tab = new Tab();
  const first = open(tab, { shared: false });
  const { id, again } = first.attempt();
  assert.ok(!again);
  assert.equal(tab.texts.size, 0, 'nothing was typed: there is no draft');
  const reloaded = open(tab, { shared: false });
  assert.equal(reloaded.triedId, id);
  const retry = reloaded.attempt();
  assert.deepEqual([retry.id, retry.again], [id, true]);
  const otherDay = open(tab, { shared: false, stored: { ...STORED, date: '2026-12-01' } });
  assert.equal(otherDay.triedId, null);
  assert.notEqual(otherDay.attempt().id, id);
});

test('SESSION-08 a saved, left or discarded form begins anew', () => {
  for (const end of ['settle', 'leave', 'discard'] as const) {
    const tab = new Tab();
    const draft = open(tab, { shared: false });
    const { id, values } = draft.attempt();
    if (end === 'settle') assert.ok(draft.settle({ values, stored: values }));
    else if (end === 'leave') draft.leave(() => true);
    else draft.discard();
    assert.equal(tab.attempt, null, end);
    assert.notEqual(open(tab, { shared: false }).attempt().id, id, end);
  }
});
