import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Occurrence } from '#domain/series/series.ts';
import {
  decisionsOf,
  keptChoices,
  OTHER_TIME,
  plannedIn,
  skipUndecided,
  undecidedIn,
} from '#web/practice/series/preview/choices.ts';
import { showCause, showUndecided, showVerdicts } from '#web/practice/series/preview/preview-words.ts';

const MET = { kind: 'session', id: 'a', name: 'Анна' } as const;
const free = (date: string, parts: Partial<Occurrence> = {}): Occurrence => ({
  date,
  time: '10:00',
  start: `${date}T07:00:00Z`,
  verdict: 'free',
  remarks: [],
  with: null,
  free: [],
  ...parts,
});
const taken = (date: string, parts: Partial<Occurrence> = {}) =>
  free(date, { verdict: 'taken', with: MET, free: ['11:00', '12:00'], ...parts });
const dayOff = (date: string) => free(date, { verdict: 'day_off' });
const spaced = (text: string) => text.replaceAll('\u00A0', ' ');

const YEAR = [free('2026-11-23'), taken('2026-11-30'), dayOff('2026-12-07'), taken('2026-12-14')];

test('SERIES-02 nothing is chosen in advance, and one press skips what is left undecided alone', () => {
  const none = {};
  assert.deepEqual([undecidedIn(YEAR, none).length, plannedIn(YEAR, none)], [3, 1]);
  const some = { '2026-11-30': '11:00', '2026-12-07': OTHER_TIME };
  assert.deepEqual(
    undecidedIn(YEAR, some).map(({ date }) => date),
    ['2026-12-07', '2026-12-14'],
  );
  assert.deepEqual(decisionsOf(some), { '2026-11-30': '11:00' });
  const all = skipUndecided(YEAR, some);
  assert.deepEqual(all, { '2026-11-30': '11:00', '2026-12-07': 'skip', '2026-12-14': 'skip' });
  assert.deepEqual([undecidedIn(YEAR, all).length, plannedIn(YEAR, all)], [0, 2]);
});

test('SERIES-02 another preview keeps the choices that still mean the same', () => {
  const kept = (choice: string, now: Occurrence) =>
    keptChoices({ '2026-11-30': choice }, YEAR, [now])['2026-11-30'] === choice;
  const [same, other] = [taken('2026-11-30'), taken('2026-11-30', { with: { ...MET, id: 'b' }, free: ['12:00'] })];
  const gone = free('2026-11-30');
  assert.deepEqual([kept('skip', same), kept('skip', other), kept('skip', gone)], [true, true, false]);
  assert.deepEqual([kept('overlap', same), kept('overlap', other), kept('overlap', gone)], [true, false, false]);
  assert.deepEqual([kept('11:00', same), kept('11:00', other), kept('12:00', other)], [true, false, true]);
  assert.deepEqual([kept(OTHER_TIME, other), kept(OTHER_TIME, dayOff('2026-11-30'))], [true, false]);
  assert.deepEqual(keptChoices({ '2026-11-30': 'skip' }, YEAR, []), {});
});

test('SERIES-02 the preview is summed up in words, and a conflict names what is in the way', () => {
  const year = [...YEAR, free('2026-12-21', { remarks: ['off_hours', 'shifted'] })];
  assert.equal(spaced(showUndecided(year, 3)), '5 сессий, 3 требуют решения');
  assert.equal(spaced(showUndecided(year, 1)), '5 сессий, 1 требует решения');
  assert.equal(spaced(showUndecided(year, 0)), '5 сессий, всё решено');
  assert.equal(spaced(showUndecided([free('2026-11-23')], 0)), '1 сессия, всё свободно');
  assert.equal(spaced(showVerdicts(year)), '2 заняты, 1 выходной, 1 вне рабочих часов, 1 сдвинута переводом часов');
  assert.equal(showVerdicts([free('2026-11-23')]), '');
  const request = taken('2026-11-30', { with: { kind: 'booking', id: 'c', name: 'Марина' } });
  const nameless = taken('2026-11-30', { with: { ...MET, name: '' } });
  assert.deepEqual([taken('2026-11-30'), request, nameless, dayOff('2026-11-30')].map(showCause), [
    'Занято: Анна',
    'Занято новой заявкой: Марина',
    'Занято',
    'Выходной',
  ]);
});
