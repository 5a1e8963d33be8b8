import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeFields } from '#web/practice/record-form/changed-fields.ts';
import {
  changesOf,
  claimsTime,
  creationOf,
  formOf as loadedForm,
  hasEmptyFields,
  isLate,
  isTypedSession,
  newSessionForm,
  isKeptAsDraft,
  seriesOf,
  type SessionForm,
  sessionRules,
  startOf,
  type StoredSession,
  timeChoices,
} from '#web/practice/sessions/session-form.ts';

const today = Temporal.PlainDate.from('2026-11-18');
const moscow = 'Europe/Moscow';
const stored = {
  date: '2026-11-18 12:00:30.000Z',
  duration: 60,
  status: 'completed',
  news: 'Сон лучше',
  thoughts: '',
  place: '',
  price: null,
} as const;

const problems = (values: SessionForm, timeZone = moscow) =>
  Object.values(completeFields(sessionRules(timeZone, 'completed'), values, null).errors);

const formOf = (session: StoredSession, timeZone: string): SessionForm => ({
  ...loadedForm(session, timeZone),
  news: session.news ?? '',
  thoughts: session.thoughts ?? '',
});

test('SESSION-07 a new session is today at 09:00 for an hour and planned', () => {
  const { date, time, duration, status } = newSessionForm(today);
  assert.deepEqual(
    { date, time, duration, status },
    { date: '2026-11-18', time: '09:00', duration: 60, status: 'scheduled' },
  );
});

test('SESSION-07 a day and a time of the address are taken over, nonsense is not', () => {
  assert.equal(newSessionForm(today, { date: '2026-12-01', time: '15:30' }).date, '2026-12-01');
  assert.equal(newSessionForm(today, { date: '2026-12-01', time: '15:30' }).time, '15:30');
  assert.equal(newSessionForm(today, { date: '01.12.2026', time: '25:00' }).date, '2026-11-18');
  assert.equal(newSessionForm(today, { date: '01.12.2026', time: '25:00' }).time, '09:00');
});

test('SESSION-07 each field that is missing or wrong says so', () => {
  const form = newSessionForm(today);
  assert.deepEqual(problems(form), []);
  assert.deepEqual(problems({ ...form, date: '' }), ['Выберите дату']);
  assert.deepEqual(problems({ ...form, time: '' }), ['Выберите время']);
  assert.deepEqual(problems({ ...form, duration: 10 }), ['Минимальная продолжительность 15 минут']);
  assert.deepEqual(problems({ ...form, duration: 50 }), []);
  assert.deepEqual(problems({ ...form, duration: '' }), ['Минимальная продолжительность 15 минут']);
  assert.deepEqual(problems({ ...form, status: 'other' as 'reserved' }), ['Выберите статус']);
  assert.ok(hasEmptyFields({ ...form, duration: '' }));
  assert.ok(!hasEmptyFields(form));
});

test('SESSION-04 there are 29 half hours, and a stored time outside them is among the choices', () => {
  assert.equal(timeChoices('09:00').length, 29);
  assert.deepEqual(timeChoices('07:45').slice(0, 2), ['07:45', '08:00']);
  assert.equal(timeChoices('').length, 29);
});

test('times are of the practitioner, whatever the zone of the browser', () => {
  const form = newSessionForm(today);
  assert.equal(startOf(form, moscow)?.toString(), '2026-11-18T06:00:00Z');
  assert.equal(startOf(form, 'Asia/Kathmandu')?.toString(), '2026-11-18T03:15:00Z');
  assert.equal(formOf(stored, 'Asia/Kathmandu').time, '17:45');
});

test('a time that a clock change skips cannot be chosen', () => {
  const skipped = { ...newSessionForm(today), date: '2026-03-29', time: '02:30' };
  assert.equal(startOf(skipped, 'Europe/Berlin'), null);
  assert.deepEqual(problems(skipped, 'Europe/Berlin'), ['В\u00A0этот день часы переводят: такого времени нет']);
});

test('SESSION-08 news and thoughts go with the creation of a session that took place', () => {
  const form = { ...newSessionForm(today), news: 'Новости', thoughts: 'Мысли' };
  assert.deepEqual(creationOf({ ...form, status: 'completed' }, moscow), {
    date: '2026-11-18 06:00:00.000Z',
    duration: 60,
    status: 'completed',
    news: 'Новости',
    thoughts: 'Мысли',
    place: '',
    price: null,
  });
  assert.ok(!('news' in creationOf(form, moscow)));
});

test('MONEY-01 a price is read as it is typed, free is a price, and empty is the inherited one', () => {
  const form = newSessionForm(today);
  const sent = (price: string) => {
    const { fields, errors } = completeFields(sessionRules(moscow, 'completed'), { ...form, price }, null);
    return errors.price ?? creationOf(fields, moscow).price;
  };
  assert.deepEqual(['', '0', '3500', '3 500 ₽', '3500,50'].map(sent), [null, 0, 350_000, 350_000, 350_050]);
  assert.equal(sent('по договорённости'), 'Сумма цифрами: 3500 или 3500,50');
  const priced = { ...stored, price: 420_050 };
  assert.equal(formOf(priced, moscow).price, '4\u00A0200,50');
  const { changes } = completeFields(
    sessionRules(moscow, 'completed'),
    { ...formOf(priced, moscow), price: '4200.5' },
    formOf(priced, moscow),
  );
  assert.deepEqual(changes, {});
});

/** The request body of an update of `stored`. */
function updateOf(form: SessionForm, texts: 'completed' | 'always' = 'completed') {
  const { changes, fields } = completeFields(sessionRules(moscow, texts), form, formOf(stored, moscow));
  return changesOf(changes, fields, moscow);
}

test('an update sends what was changed and nothing else', () => {
  const form = formOf(stored, moscow);
  assert.deepEqual(updateOf(form), {});
  assert.deepEqual(updateOf({ ...form, thoughts: 'Мысли' }), { thoughts: 'Мысли' });
  assert.deepEqual(updateOf({ ...form, time: '16:00', duration: 90 }), {
    date: '2026-11-18 13:00:00.000Z',
    duration: 90,
  });
});

test('a moved date is checked with its time, also where a stored field is older than its rule', () => {
  const old = { ...newSessionForm(today), duration: 10, time: '02:30' };
  const errors = (form: SessionForm) => completeFields(sessionRules('Europe/Berlin', 'completed'), form, old).errors;
  assert.deepEqual(errors({ ...old, news: 'Сон' }), {});
  assert.deepEqual(Object.keys(errors({ ...old, date: '2026-03-29' })), ['time']);
});

test('SESSION-10 a session that keeps its time, or takes none, overlaps no session', () => {
  const form = formOf(stored, moscow);
  assert.ok(!claimsTime({ ...form, thoughts: 'Мысли' }, stored, moscow));
  assert.ok(claimsTime({ ...form, duration: 90 }, stored, moscow));
  assert.ok(!claimsTime({ ...form, duration: 90, status: 'canceled' }, stored, moscow));
  assert.ok(claimsTime(form, { ...stored, status: 'canceled' }, moscow), 'a cancelled one held none');
  assert.ok(claimsTime(newSessionForm(today), null, moscow));
});

test('SESSION-05 without «Состоялась» texts are saved from the calendar alone', () => {
  const form = { ...formOf(stored, moscow), status: 'canceled' as const, news: 'Иначе' };
  assert.deepEqual(sessionRules(moscow, 'completed').omitFromSave(form), ['news', 'thoughts']);
  assert.deepEqual(sessionRules(moscow, 'completed').omitFromSave({ ...form, status: 'completed' }), []);
  assert.deepEqual(sessionRules(moscow, 'always').omitFromSave(form), []);
  assert.deepEqual(updateOf(form, 'always'), { status: 'canceled', news: 'Иначе' });
});

test('a form that is left keeps its texts, and «Состоялась» as long as there are any', () => {
  const form = formOf({ ...stored, status: 'scheduled' }, moscow);
  const kept = (values: SessionForm) =>
    (['date', 'duration', 'status', 'news', 'thoughts'] as const).filter((field) => isKeptAsDraft(field, values, form));
  assert.deepEqual(kept({ ...form, status: 'completed', news: 'Новости' }), ['status', 'news', 'thoughts']);
  assert.deepEqual(kept({ ...form, status: 'completed' }), ['news', 'thoughts']);
  assert.deepEqual(kept({ ...form, status: 'canceled', news: 'Новости' }), ['news', 'thoughts']);
});

test('a draft holds fields of a session and nothing else', () => {
  assert.ok(isTypedSession({ time: '16:30', status: 'canceled', duration: '' }));
  assert.ok(isTypedSession({}));
  assert.ok(!isTypedSession({ status: 'other' }));
  assert.ok(!isTypedSession('16:30'));
});

test('SESSION-14 a time that has passed is remarked where a session is planned then', () => {
  const past = { ...newSessionForm(today), date: '2020-01-06' };
  assert.ok(isLate(past, null, moscow));
  assert.ok(!isLate({ ...past, date: '2999-01-06' }, null, moscow));
  assert.ok(!isLate({ ...past, status: 'completed' }, null, moscow));
  assert.ok(!isLate({ ...past, time: '' }, null, moscow));
  const planned: StoredSession = { ...stored, status: 'scheduled', date: '2020-01-06 06:00:00.000Z' };
  assert.ok(!isLate(formOf(planned, moscow), planned, moscow));
  assert.ok(isLate({ ...formOf(planned, moscow), time: '10:00' }, planned, moscow));
});

test('SERIES-01 only a session that repeats and is to take place begins a series', () => {
  const form = { ...newSessionForm(today), time: '10:00', status: 'reserved' } as const;
  assert.equal(seriesOf('c', form), null);
  const weekly = { ...form, repeat: { ...form.repeat, every: '1', ends: 'count', count: 12 } } as const;
  const series = {
    client: 'c',
    start: '2026-11-18T10:00',
    duration: 60,
    status: 'reserved',
    every_weeks: 1,
    count: 12,
  };
  assert.deepEqual(seriesOf('c', weekly), series);
  assert.equal(seriesOf('c', { ...weekly, status: 'completed' }), null);
  assert.equal(seriesOf('c', { ...weekly, date: '' }), null);
  assert.deepEqual(Object.keys(creationOf(weekly, moscow)).toSorted(), [
    'date',
    'duration',
    'place',
    'price',
    'status',
  ]);
  assert.match(problems({ ...weekly, date: '2037-01-01', place: 'Парк' }).join(), /у\u00A0одной сессии/);
  assert.match(problems({ ...weekly, date: '2037-01-01', price: '3500' }).join(), /Своя цена бывает у\u00A0одной/);
  assert.deepEqual(problems({ ...form, place: 'Парк' }), []);
  const [past, later] = [Temporal.Now.plainDateISO(moscow).subtract({ days: 1 }), Temporal.Now.plainDateISO(moscow)];
  assert.deepEqual(problems({ ...weekly, date: past.toString() }), ['Серия начинается сегодня или позже']);
  const wrong = { ...weekly.repeat, count: 0 };
  assert.equal(problems({ ...weekly, date: later.toString(), repeat: wrong }).length, 1);
  assert.deepEqual(problems({ ...weekly, date: past.toString(), status: 'completed', repeat: wrong }), []);
});
