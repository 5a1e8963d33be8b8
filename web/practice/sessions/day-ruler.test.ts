import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOutRuler } from '#web/practice/sessions/day-ruler.ts';

const date = Temporal.PlainDate.from('2026-11-19');
const timeZone = 'Europe/Moscow';
const at = (time: string, day = date) => day.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
const held = (id: string, from: string, to: string) => ({
  id,
  kind: 'session' as const,
  name: id,
  status: 'scheduled' as const,
  start: at(from),
  end: at(to),
});
const hours = { day_of_week: 4, start_time: '10:00', end_time: '17:30', is_available: true, breaks: [] };
const ruler = (part: Partial<Parameters<typeof layOutRuler>[0]> = {}) =>
  layOutRuler({ date, timeZone, hours, held: [], except: null, own: null, ...part });

test('SESSION-10 the ruler shows the working hours, and more where something lies outside them', () => {
  assert.deepEqual(ruler().shown, { from: 600, to: 1080 });
  assert.deepEqual(ruler().rest, [{ from: 1050, to: 1080 }]);
  assert.deepEqual(ruler({ own: { start: at('08:30'), end: at('09:30') } }).shown, { from: 480, to: 1080 });
  assert.deepEqual(ruler({ hours: { ...hours, is_available: false } }).working, []);
});

test('SESSION-10 sessions of the day stand by time, those that meet side by side, the edited one not at all', () => {
  const blocks = ruler({
    held: [
      held('b', '12:30', '13:30'),
      held('a', '12:00', '13:00'),
      held('c', '13:30', '14:00'),
      held('me', '15:00', '16:00'),
    ],
    except: 'me',
  }).blocks;
  assert.deepEqual(
    blocks.map(({ id, from, place, places }) => [id, from, place, places]),
    [
      ['a', 720, 0, 2],
      ['b', 750, 1, 2],
      ['c', 810, 0, 1],
    ],
  );
});

test('a session that reaches over midnight is drawn as far as the day goes', () => {
  const late = { ...held('late', '23:00', '23:30'), end: at('01:00', date.add({ days: 1 })) };
  const early = { ...held('early', '01:00', '02:00'), start: at('23:00', date.subtract({ days: 1 })) };
  const over = { ...held('over', '01:00', '02:00'), start: at('22:00', date.subtract({ days: 1 })), end: at('00:00') };
  assert.deepEqual(
    ruler({ held: [late, early, over] }).blocks.map(({ from, to }) => [from, to]),
    [
      [0, 120],
      [1380, 1440],
    ],
  );
});

test('days are of the practitioner, on the day the clock changes too', () => {
  const changes = Temporal.PlainDate.from('2026-10-25');
  const own = {
    start: Temporal.Instant.from('2026-10-25T09:00:00Z'),
    end: Temporal.Instant.from('2026-10-25T10:00:00Z'),
  };
  const drawn = (span: typeof own) => {
    const found = ruler({ date: changes, timeZone: 'Europe/Berlin', own: span }).own;
    return found && [found.from, found.to];
  };
  assert.deepEqual(drawn(own), [600, 660]);
  // From the first 02:30 to the second 02:30.
  const twice = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((text) => Temporal.Instant.from(text));
  assert.deepEqual(drawn({ start: twice[0] ?? own.start, end: twice[1] ?? own.end }), [150, 210]);
});
