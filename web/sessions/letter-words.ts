import type { ClientLetterKind, ClientLetterState } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import { showInstant } from '#web/format/dates.ts';

/** A letter about a session, as far as its practitioner reads what became of it. */
export interface LetterRecord {
  id: string;
  kind: ClientLetterKind;
  state: ClientLetterState;
  /** Due letters leave at this time or later. */
  not_before: string;
  /** '' until the mail server has taken it. */
  sent_at: string;
  /** The command of the mail dialogue and its code, 'RCPT TO 550'. */
  reason: string;
}

/** All neuter, as the states are. */
const KINDS: Record<ClientLetterKind, string> = {
  'request-received': 'Письмо о\u00A0заявке',
  'request-approved': 'Подтверждение записи',
  'request-rejected': 'Письмо об\u00A0отказе',
  'session-planned': 'Письмо о\u00A0записи',
  'session-moved': 'Письмо о\u00A0переносе',
  'session-cancelled': 'Письмо об\u00A0отмене',
  'session-reminder': 'Напоминание',
  'series-planned': 'Письмо о\u00A0датах серии',
};

/** «Напоминание: принято почтовым сервером 22.11.2026 10:00»; that it arrived, nobody knows (LETTER-07). */
export function showLetter(letter: LetterRecord, timeZone: string, now: Temporal.Instant): string {
  return `${KINDS[letter.kind]}: ${showState(letter, timeZone, now)}`;
}

function showState({ state, not_before, sent_at, reason }: LetterRecord, timeZone: string, now: Temporal.Instant) {
  switch (state) {
    case 'due':
      if (reason !== '') return 'почтовый сервер пока не\u00A0принял, скоро попробуем ещё раз';
      return not_before > printInstant(now) ? `ждёт ${showInstant(not_before, timeZone)}` : 'отправляется';
    case 'sent':
      return `принято почтовым сервером ${showInstant(sent_at, timeZone)}`;
    case 'unknown':
      return 'неизвестно, ушло\u00A0ли: почтовый сервер не\u00A0ответил';
    case 'failed':
      return `не\u00A0отправлено: ${showRefusal(reason)}`;
    case 'expired':
      return 'не\u00A0отправлено: время прошло';
    case 'dropped':
      return reason === 'limit' ? 'не\u00A0отправлено: слишком много писем за\u00A0день' : 'не\u00A0понадобилось';
    default:
      return state satisfies never;
  }
}

function showRefusal(reason: string): string {
  if (reason.startsWith('RCPT TO 5')) return 'адрес отвергнут';
  return /\d{3}$/.test(reason) ? 'почтовый сервер отказал' : 'почтовый сервер недоступен';
}
