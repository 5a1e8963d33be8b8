import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { dialLink, limitsOf, movesLeft, nextMoment, noticeWords, titleOf } from '#web/public/visit-page/visit-words.ts';

const UNTIL = '2026-11-23T07:00:00Z';
const visit: VisitPage = {
  kind: 'session',
  status: 'planned',
  start: '2026-11-24T07:00:00Z',
  duration: 60,
  name: 'Анна Петрова',
  timeZone: 'Europe/Moscow',
  cancel: { may: 'yes', until: UNTIL, paid: false },
  move: { may: 'yes', until: UNTIL, left: 2 },
  phone: '+7 495 000-00-00',
  place: null,
  pay: null,
};
const NOW = Temporal.Instant.from('2026-11-20T07:00:00Z');

function words(values: Partial<VisitPage>, visitor = 'Europe/Moscow', now = NOW): string {
  const { text, terms, call } = limitsOf({ ...visit, ...values }, { practitioner: visit.timeZone, visitor }, now);
  return [text, terms, call].filter(Boolean).join(' | ').replaceAll('\u00A0', ' ');
}

const no = { may: 'no', until: UNTIL, paid: false } as const;
const noMove = { may: 'no', until: UNTIL, left: 0 } as const;

test('VISIT-01 one sentence says what may be done until when', () => {
  assert.equal(words({}), 'Отменить или перенести можно до 23 ноября, 10:00.');
  assert.match(words({}, 'Asia/Vladivostok'), /до 23 ноября, 10:00 \(у вас 17:00\)\.$/);
  assert.match(words({}, 'Pacific/Honolulu'), /\(у вас 21:00, 22 ноября\)\.$/);
  const earlier = { may: 'yes', until: '2026-11-22T07:00:00Z', left: 1 } as const;
  assert.equal(words({ move: earlier }), 'Перенести можно до 22 ноября, 10:00, отменить — до 23 ноября, 10:00.');
  assert.equal(words({ move: noMove }), 'Отменить можно до 23 ноября, 10:00. | Перенести можно только по телефону');
  assert.equal(words({ move: noMove, phone: '' }), 'Отменить можно до 23 ноября, 10:00.');
});

test('VISIT-02 how often the visit can still be moved', () => {
  assert.equal(movesLeft(visit), 'Осталось переносов: 2.');
  assert.equal(movesLeft({ ...visit, move: noMove }), '');
});

test('VISIT-01 after the limit it is the phone, or in person; a late cancellation is called one', () => {
  assert.equal(words({ cancel: no, move: noMove }), 'Отменить можно только по телефону');
  assert.match(
    words({ cancel: no, move: noMove, phone: '' }),
    /^Отменить можно было до 23 ноября, 10:00\. .*позвоните\.$/,
  );
  assert.match(words({ cancel: no }), /^Перенести можно до 23 ноября, 10:00\.\s+\| Отменить можно только по телефону$/);
  const late = (paid: boolean) => words({ cancel: { may: 'late', until: UNTIL, paid }, move: noMove, phone: '' });
  const stillMay = 'Срок отмены прошёл 23 ноября, 10:00. Отменить ещё можно. |';
  assert.equal(late(true), `${stillMay} Отмена будет считаться поздней, и встречу нужно будет оплатить.`);
  assert.equal(late(false), `${stillMay} Отмена будет считаться поздней.`);
  assert.match(
    words({ cancel: no, move: noMove }, 'Europe/Moscow', Temporal.Instant.from(visit.start)),
    /уже началась/,
  );
  assert.match(words({ kind: 'booking', status: 'pending' }), /^Заявка ждёт подтверждения\./);
  assert.equal(words({ status: 'past', phone: '' }), '');
});

test('VISIT-01 a call dials the number, whatever is written around it', () => {
  assert.equal(dialLink('Кабинет, +49 30 901820 доб. 12'), 'tel:+4930901820');
  assert.equal(dialLink('+7 916 204-18-36, +7 925 111-22-33'), 'tel:+79162041836');
  assert.equal(dialLink('8 (916) 204-18-35, после 19'), 'tel:+79162041835');
  assert.equal(dialLink('спросить у\u00A0мамы'), null);
});

test('VISIT-03 VISIT-05 what a visit has become', () => {
  assert.equal(titleOf(visit, null), null);
  assert.equal(titleOf(visit, 'move'), 'Встреча перенесена');
  assert.equal(titleOf({ ...visit, status: 'cancelled' }, null), 'Встреча отменена');
  assert.equal(titleOf({ ...visit, kind: 'booking', status: 'cancelled' }, 'cancel'), 'Заявка отозвана');
  assert.match(titleOf({ ...visit, kind: 'booking', status: 'cancelled' }, null) ?? '', /не\u00A0действует$/);
});

test('VISIT-01 the page looks again at each limit, at the beginning and at the end, and at nothing past', () => {
  const at = (time: string) => nextMoment(visit, Date.parse(time));
  assert.equal(at('2026-11-20T07:00:00Z'), Date.parse(UNTIL));
  assert.equal(at(UNTIL), Date.parse(visit.start));
  assert.equal(at(visit.start), Date.parse('2026-11-24T08:00:00Z'));
  assert.equal(at('2026-11-24T08:00:00Z'), null);
});

test('VISIT-01 no word of the page says what the meeting is about', () => {
  const kinds = ['changed', 'late', 'terms', 'moves', 'limited', 'unreachable', 'failed'] as const;
  const notices = kinds.map((kind) => Object.values(noticeWords({ kind, deed: 'move' })).join(' '));
  const states = [{}, { cancel: no }, { cancel: no, move: noMove, phone: '' }, { status: 'past' as const }].map(
    (values) => words(values, 'Asia/Kathmandu'),
  );
  assert.doesNotMatch([...notices, ...states].join(' '), /психолог|терап|сесси/i);
});
