import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CLIENT_TEXT } from '#domain/clients/client.ts';
import { CLIENT_RULES } from '#domain/clients/client-rules.ts';
import { isStorable } from '#domain/text/storable.ts';
import {
  type ChangedFields,
  changedElsewhere,
  completeFields,
  joined,
  leftAfter,
  lettersTyped,
  only,
  overStored,
  stillChanged,
  withTyped,
} from '#web/practice/record-form/changed-fields.ts';

interface Form {
  date: string;
  time: string;
  news: string;
}

const START: (keyof Form)[] = ['date', 'time'];
const stored: Form = { date: '2026-11-24', time: '15:00', news: 'Сон лучше' };
const nothing: ChangedFields<Form> = { typed: {}, base: {} };

test('what is changed back is changed no more', () => {
  const changed = withTyped(withTyped(nothing, { news: 'Хуже' }, stored), { news: stored.news }, stored);
  assert.deepEqual(changed, nothing);
});

test('an untouched field follows what is stored, a touched one that another window changed is to be decided on', () => {
  const changed = withTyped(nothing, { news: 'Сон хуже' }, stored);
  assert.deepEqual(changedElsewhere(changed, { ...stored, time: '16:00' }), []);
  const now = { ...stored, news: 'Сон прежний' };
  assert.deepEqual(changedElsewhere(changed, now), ['news']);
  assert.deepEqual(changedElsewhere(overStored(changed, ['news'], now), now), []);
  assert.deepEqual(changedElsewhere(changed, { ...stored, news: 'Сон хуже' }), [], 'the same was written there');
});

test('a moved date is to be decided on when the time was moved elsewhere', () => {
  const changed = withTyped(nothing, { date: '2026-11-25' }, stored, START);
  assert.deepEqual(changed.typed, { date: '2026-11-25', time: '15:00' });
  assert.deepEqual(changedElsewhere(changed, { ...stored, time: '16:00' }, START), ['date', 'time']);
  assert.deepEqual(withTyped(changed, { date: stored.date }, stored, START), nothing);
});

test('two texts are joined so that neither is lost', () => {
  const now = { ...stored, news: 'Оттуда' };
  const both = joined(withTyped(nothing, { news: 'Отсюда' }, stored), 'news', now);
  assert.equal(both.typed.news, 'Оттуда\n\nОтсюда');
  assert.deepEqual(changedElsewhere(both, now), []);
  const continued = withTyped(nothing, { news: 'Сон лучше\nОтсюда' }, stored);
  const there = { ...stored, news: 'Сон лучше, оттуда' };
  assert.equal(joined(continued, 'news', there).typed.news, 'Сон лучше, оттуда\n\nОтсюда');
});

test('what was typed while the rest was on its way, or did not go along, is left after a save', () => {
  const sent = { ...stored, date: '2026-11-25', news: 'Сон хуже ' };
  const now = { ...sent, news: 'Сон хуже' };
  const saved = withTyped(nothing, { date: sent.date, news: sent.news }, stored, START);
  assert.deepEqual(leftAfter(saved, { values: sent, stored: now }, START), nothing, 'the server trimmed it');
  const later = { typed: { ...saved.typed, news: stored.news, time: '16:00' }, base: saved.base };
  assert.deepEqual(leftAfter(later, { values: sent, stored: now }, START), {
    typed: { date: sent.date, time: '16:00', news: stored.news },
    base: { date: sent.date, time: stored.time, news: now.news },
  });
  assert.deepEqual(
    leftAfter(saved, { values: { ...sent, news: stored.news }, stored: { ...now, news: stored.news } }),
    {
      typed: { news: sent.news },
      base: { news: stored.news },
    },
  );
});

test('only what was written again counts as text that would be lost', () => {
  const letters = (news: string) => lettersTyped(withTyped(nothing, { news }, stored));
  assert.equal(letters('Сон лучше, и намного'), 11);
  assert.equal(letters('Сон намного лучше'), 8);
  assert.equal(letters(''), 0);
});

test('what is saved are the typed fields alone, whatever was stored meanwhile', () => {
  const form = fc.record({ date: fc.string(), time: fc.string(), news: fc.string() });
  const part = fc.record({ date: fc.string(), time: fc.string(), news: fc.string() }, { requiredKeys: [] });
  fc.assert(
    fc.property(form, part, form, (before, typed, now) => {
      const changed = stillChanged(withTyped(nothing, typed, before), now);
      const saved = { ...now, ...changed.typed };
      for (const field of ['date', 'time', 'news'] as const) {
        const touched = typed[field] !== undefined && typed[field] !== before[field];
        assert.equal(saved[field], touched ? typed[field] : now[field]);
      }
      const unsettled = changedElsewhere(changed, now);
      for (const field of unsettled) assert.notEqual(before[field], now[field]);
      assert.deepEqual(
        changedElsewhere(
          only(changed, (field) => !unsettled.includes(field)),
          now,
        ),
        [],
      );
    }),
  );
});

const CLIENT = { rules: CLIENT_RULES };
const OLD = { name: '—', phone: '1', description: ' ' };

test('a new record is checked and completed as a whole', () => {
  const typed = { name: ' Ян\u200B ', phone: '123456', description: ' ' };
  const fields = { name: 'Ян', phone: '123456', description: '' };
  assert.deepEqual(completeFields(CLIENT, typed, null), { fields, changes: fields, errors: {} });
  assert.deepEqual(Object.keys(completeFields(CLIENT, OLD, null).errors), ['name', 'phone']);
});

test('a field that is as stored is not to blame and stays as it is', () => {
  const typed = { ...OLD, description: 'Описание' };
  assert.deepEqual(completeFields(CLIENT, typed, OLD), {
    fields: { ...OLD, description: 'Описание' },
    changes: { description: 'Описание' },
    errors: {},
  });
  assert.deepEqual(completeFields(CLIENT, { ...OLD, phone: '2' }, OLD).errors, {
    phone: CLIENT_TEXT.phoneTooShort,
  });
});

test('NOTE-01 a text with NUL or half an emoji is saved with a mark in its place, and nothing else changes', () => {
  const typed = { ...stored, news: 'до \uD83D\u0000 после 🕊' };
  assert.deepEqual(completeFields<Form>({ rules: {} }, typed, stored).changes, { news: 'до \uFFFD\uFFFD после 🕊' });
  fc.assert(
    fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (news) => {
      const { fields } = completeFields<Form>({ rules: {} }, { ...stored, news }, null);
      assert.ok(isStorable(fields.news) && fields.news.length === news.length);
      if (isStorable(news)) assert.equal(fields.news, news);
    }),
  );
});
