import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_LETTER_KINDS, CLIENT_LETTER_STATES } from '#domain/letters/letter.ts';
import { type LetterRecord, showLetter } from '#web/sessions/letter-words.ts';

const NOW = Temporal.Instant.from('2026-11-22T07:00:00Z');

const shown = (letter: Partial<LetterRecord>): string =>
  showLetter(
    {
      id: 'a',
      kind: 'session-reminder',
      state: 'due',
      not_before: '2026-11-23 07:00:00.000Z',
      sent_at: '',
      reason: '',
      ...letter,
    },
    'Europe/Moscow',
    NOW,
  ).replaceAll('\u00A0', ' ');

test('LETTER-07 what became of a letter is said in words, with the time in the practitioner’s zone', () => {
  const sent = { state: 'sent', sent_at: '2026-11-22 07:00:00.000Z' } as const;
  assert.deepEqual(
    [
      shown(sent),
      shown({ state: 'failed', reason: 'RCPT TO 550' }),
      shown({}),
      shown({ not_before: '2026-11-22 07:00:00.000Z' }),
      shown({ reason: 'CONN ECONNREFUSED', not_before: '2026-11-22 06:00:00.000Z' }),
      shown({ state: 'unknown', reason: 'ETIMEDOUT' }),
      shown({ state: 'failed', reason: 'DATA 554' }),
      shown({ state: 'failed', reason: 'CONN ECONNREFUSED' }),
      shown({ state: 'expired' }),
      shown({ state: 'dropped', kind: 'session-moved' }),
      shown({ state: 'dropped', kind: 'request-approved', reason: 'limit' }),
    ],
    [
      'Напоминание: принято почтовым сервером 22.11.2026 10:00',
      'Напоминание: не отправлено: адрес отвергнут',
      'Напоминание: ждёт 23.11.2026 10:00',
      'Напоминание: отправляется',
      'Напоминание: почтовый сервер пока не принял, скоро попробуем ещё раз',
      'Напоминание: неизвестно, ушло ли: почтовый сервер не ответил',
      'Напоминание: не отправлено: почтовый сервер отказал',
      'Напоминание: не отправлено: почтовый сервер недоступен',
      'Напоминание: не отправлено: время прошло',
      'Письмо о переносе: не понадобилось',
      'Подтверждение записи: не отправлено: слишком много писем за день',
    ],
  );
});

test('LETTER-07 no letter is ever said to have arrived', () => {
  for (const kind of CLIENT_LETTER_KINDS) {
    for (const state of CLIENT_LETTER_STATES) assert.doesNotMatch(shown({ kind, state }), /доставлен|получен|дошл/i);
  }
});
