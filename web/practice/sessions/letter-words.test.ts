import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_LETTER_KINDS, CLIENT_LETTER_STATES, type LettersOff } from '#domain/letters/letter.ts';
import { letterAddress } from '#web/practice/letters/letter-address.ts';
import {
  type LetterRecord,
  listedLetters,
  showLetter,
  showLettersOff,
  withReminder,
} from '#web/practice/sessions/letter-words.ts';

const NOW = Temporal.Instant.from('2026-11-22T07:00:00Z');

const shown = (letter: Partial<LetterRecord>, off: LettersOff = ''): string =>
  showLetter(
    {
      id: 'a',
      created: '2026-11-22 06:00:00.000Z',
      kind: 'session-reminder',
      state: 'due',
      not_before: '2026-11-23 07:00:00.000Z',
      sent_at: '',
      reason: '',
      start: '2026-11-24 07:00:00.000Z',
      ...letter,
    },
    off,
    'Europe/Moscow',
    NOW,
  ).replaceAll('\u00A0', ' ');

test('LETTER-07 what became of a letter is said in words, with the time in the practitioner’s zone', () => {
  const sent = { state: 'sent', sent_at: '2026-11-22 07:00:00.000Z' } as const;
  assert.deepEqual(
    [
      shown(sent),
      shown({ ...sent, reason: 'folder' }),
      shown({ state: 'failed', reason: 'RCPT TO 550' }),
      shown({}),
      shown({ not_before: '2026-11-22 07:00:00.000Z' }),
      shown({ reason: 'CONN ECONNREFUSED', not_before: '2026-11-22 06:00:00.000Z' }),
      shown({ state: 'unknown', reason: 'ETIMEDOUT' }),
      shown({ state: 'failed', reason: 'DATA 554' }),
      shown({ state: 'failed', reason: 'DATA 554 5.6.0' }),
      shown({ state: 'failed', reason: 'RCPT TO 550 sender' }),
      shown({ state: 'failed', reason: 'returned 5.1.1' }),
      shown({ state: 'failed', reason: 'returned 5.2.2' }),
      shown({ state: 'failed', reason: 'returned 5.7.1' }),
      shown({ state: 'failed', reason: 'CONN ECONNREFUSED' }),
      shown({ state: 'expired' }),
      shown({ state: 'dropped', kind: 'session-moved' }),
      shown({ state: 'dropped' }, 'stopped'),
      shown({ state: 'dropped' }, 'refused'),
      shown({ state: 'dropped', kind: 'request-approved', reason: 'limit' }),
      shown({ reason: 'pace' }),
      shown({ state: 'failed', reason: 'pace' }),
    ],
    [
      'Напоминание: принято почтовым сервером 22.11.2026 10:00',
      'Напоминание: положено в папку, почтовый сервер не настроен',
      'Напоминание: не отправлено: адрес отвергнут',
      'Напоминание: ждёт 23.11.2026 10:00',
      'Напоминание: отправляется',
      'Напоминание: почтовый сервер пока не принял, скоро попробуем ещё раз',
      'Напоминание: неизвестно, ушло ли: почтовый сервер не ответил',
      'Напоминание: не отправлено: почтовый сервер отказал',
      'Напоминание: не отправлено: почтовый сервер отказал',
      'Напоминание: не отправлено: почтовый сервер отказал',
      'Напоминание: не доставлено: письмо вернулось, такого адреса нет',
      'Напоминание: не доставлено: письмо вернулось, ящик переполнен',
      'Напоминание: не доставлено: письмо вернулось, почта получателя его не приняла',
      'Напоминание: не отправлено: почтовый сервер недоступен',
      'Напоминание: не отправлено: время прошло',
      'Письмо о переносе: не понадобилось',
      'Напоминание: не отправлено: клиент отказался от писем',
      'Напоминание: не отправлено: адрес не принимает письма',
      'Подтверждение записи: не отправлено: слишком много писем за день',
      'Напоминание: ждёт: слишком много писем за день',
      'Напоминание: не отправлено: слишком много писем за день',
    ],
  );
});

test('LETTER-07 letters are listed from the newest on, without reminders that another one replaced', () => {
  const at = (hour: number) => `2026-11-22 ${String(hour).padStart(2, '0')}:00:00.000Z`;
  const letter = (id: string, values: Partial<LetterRecord>): LetterRecord => ({
    id,
    kind: 'session-reminder',
    state: 'due',
    created: at(1),
    not_before: at(20),
    sent_at: '',
    reason: '',
    start: '2026-11-24 07:00:00.000Z',
    ...values,
  });
  const planned = letter('planned', { kind: 'session-planned', state: 'sent', not_before: at(1), sent_at: at(1) });
  const replaced = letter('replaced', { state: 'dropped' });
  const moved = letter('moved', { kind: 'session-moved', state: 'sent', created: at(2), sent_at: at(3) });
  const waiting = letter('waiting', { created: at(2) });
  const ids = (letters: LetterRecord[]) => listedLetters(letters).map(({ id }) => id);
  assert.deepEqual(ids([planned, replaced, waiting, moved]), ['waiting', 'moved', 'planned']);
  assert.deepEqual(ids([planned, replaced]), ['planned', 'replaced']);
  assert.match(showLettersOff('refused'), /^Клиенту письма не.уходят: адрес не.принимает письма, сообщите ему сами$/);
});

test('LETTER-07 no letter is ever said to have arrived', () => {
  for (const kind of CLIENT_LETTER_KINDS) {
    for (const state of CLIENT_LETTER_STATES) assert.doesNotMatch(shown({ kind, state }), /доставлен|получен|дошл/i);
  }
});

test('LETTER-02 letters go to a client with an address whose reminders are on, unless none go to anybody', () => {
  const anna = { email: 'anna@example.org', reminders: 'email' };
  assert.deepEqual(
    [
      letterAddress(anna, true),
      letterAddress(anna, false),
      letterAddress({ ...anna, reminders: 'none' }, true),
      letterAddress({ ...anna, email: '' }, true),
      letterAddress(undefined, true),
    ],
    ['anna@example.org', '', '', '', ''],
  );
});

test('LETTER-07 a reminder to come is listed by the rules of now, until it is stored', () => {
  const session = {
    date: '2026-11-24 07:00:00.000Z',
    remind_from: '2026-11-20 07:00:00.000Z',
    client_zone: '',
    practice_zone: 'Europe/Moscow',
    reminder_hours: 24,
    quiet_from: '21:00',
    quiet_to: '09:00',
    isTold: true,
  };
  const times = (letters: LetterRecord[], changes: Partial<typeof session> = {}): string[] =>
    withReminder(letters, { ...session, ...changes }, NOW).map(({ not_before }) => not_before);
  const stored = (letter: Partial<LetterRecord>): LetterRecord => ({
    id: 'a',
    kind: 'session-reminder',
    state: 'sent',
    created: '2026-11-21 07:00:00.000Z',
    not_before: '',
    sent_at: '2026-11-21 07:00:00.000Z',
    reason: '',
    start: session.date,
    ...letter,
  });
  const planned = '2026-11-23 07:00:00.000Z';
  assert.deepEqual(times([]), [planned]);
  assert.deepEqual(times([], { client_zone: 'America/New_York' }), ['2026-11-23 01:59:00.000Z']);
  for (const none of [{ isTold: false }, { remind_from: '' }, { reminder_hours: 72 }])
    assert.deepEqual(times([], none), []);
  assert.deepEqual(times([stored({})]), ['']);
  for (const other of [{ start: '2026-11-22 09:00:00.000Z' }, { state: 'dropped' as const }]) {
    assert.deepEqual(times([stored(other)]), [planned, '']);
  }
});
