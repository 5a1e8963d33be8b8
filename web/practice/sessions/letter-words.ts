import { type RemindedSession, reminderOf } from '#domain/letters/reminder.ts';
import type { ClientLetterKind, ClientLetterState, LettersOff } from '#domain/letters/letter.ts';
import { returnedCode } from '#domain/letters/returned.ts';
import { printInstant } from '#domain/time/instant.ts';
import { showInstant } from '#web/ground/format/dates.ts';

/** A letter about a session, as shown to the practitioner. */
export interface LetterRecord {
  id: string;
  kind: ClientLetterKind;
  state: ClientLetterState;
  created: string;
  /** Due letters are sent at this time or later; '' for all others. */
  not_before: string;
  /** The start of the session that it is about. */
  start: string;
  /** '' until the mail server has accepted it. */
  sent_at: string;
  /** The failed SMTP command and its code, 'RCPT TO 550'; 'folder' if letters are written to a folder instead. */
  reason: string;
  /** The request that it answers, with the visitor's address; absent for other letters. */
  expand?: { booking?: { email: string } };
}

/** All neuter, to agree with the states. */
const KINDS: Record<ClientLetterKind, string> = {
  'request-received': 'Письмо о\u00A0заявке',
  'request-approved': 'Подтверждение записи',
  'request-rejected': 'Письмо об\u00A0отказе',
  'session-planned': 'Письмо о\u00A0записи',
  'session-moved': 'Письмо о\u00A0переносе',
  'session-changed': 'Письмо об\u00A0изменении',
  'session-cancelled': 'Письмо об\u00A0отмене',
  'session-reminder': 'Напоминание',
  'series-planned': 'Письмо о\u00A0датах серии',
  'series-moved': 'Письмо о\u00A0новых датах серии',
};

const OFF: Record<Exclude<LettersOff, ''>, string> = {
  stopped: 'клиент отказался от\u00A0писем',
  refused: 'адрес не\u00A0принимает письма',
};

/** For a session ahead, because its client gets no letter about it. */
export function showLettersOff(off: Exclude<LettersOff, ''>): string {
  return `Клиенту письма не\u00A0уходят: ${OFF[off]}, сообщите ему сами`;
}

/** Adds the coming reminder to a session's letters, because it is stored only when it falls due. */
export function withReminder(
  letters: readonly LetterRecord[],
  session: RemindedSession & { isTold: boolean },
  now: Temporal.Instant,
): readonly LetterRecord[] {
  const { date: start, isTold } = session;
  const planned = isTold ? reminderOf(session) : null;
  if (!planned || Temporal.Instant.compare(planned.at, now) <= 0) return letters;
  const kind = 'session-reminder';
  const isThere = letters.some(
    (letter) => letter.kind === kind && letter.start === start && !['dropped', 'expired'].includes(letter.state),
  );
  if (isThere) return letters;
  const not_before = printInstant(planned.at);
  const created = printInstant(now);
  return [{ id: kind, kind, state: 'due', created, not_before, sent_at: '', reason: '', start }, ...letters];
}

/** Returns the letters to list, newest first, without dropped reminders that another one replaced. */
export function listedLetters<Letter extends Omit<LetterRecord, 'id' | 'reason' | 'start'>>(
  letters: readonly Letter[],
): Letter[] {
  const timeOf = ({ state, not_before, sent_at, created }: Letter) =>
    state === 'due' ? not_before : sent_at || created;
  return letters
    .filter(
      ({ kind, state, created }) =>
        kind !== 'session-reminder' ||
        state !== 'dropped' ||
        !letters.some((other) => other.kind === kind && other.created > created),
    )
    .toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)));
}

/** «Напоминание: принято почтовым сервером 22.11.2026 10:00»; whether it arrived is unknown (LETTER-07). */
export function showLetter(letter: LetterRecord, off: LettersOff, timeZone: string, now: Temporal.Instant): string {
  return `${KINDS[letter.kind]}: ${showState(letter, off, timeZone, now)}`;
}

function showState(
  { state, not_before, sent_at, reason }: LetterRecord,
  off: LettersOff,
  timeZone: string,
  now: Temporal.Instant,
) {
  switch (state) {
    case 'due':
      if (reason === 'pace') return 'ждёт: слишком много писем за\u00A0день';
      if (reason === 'held') return 'ждёт: ваши письма остановлены';
      if (reason !== '') return 'почтовый сервер пока не\u00A0принял, скоро попробуем ещё раз';
      return not_before > printInstant(now) ? `ждёт ${showInstant(not_before, timeZone)}` : 'отправляется';
    case 'sent':
      return reason === 'folder'
        ? 'положено в\u00A0папку, почтовый сервер не\u00A0настроен'
        : `принято почтовым сервером ${showInstant(sent_at, timeZone)}`;
    case 'unknown':
      return 'неизвестно, ушло\u00A0ли: почтовый сервер не\u00A0ответил';
    case 'failed':
      return showFailure(reason);
    case 'expired':
      return 'не\u00A0отправлено: время прошло';
    case 'dropped':
      if (reason === 'limit') return 'не\u00A0отправлено: слишком много писем за\u00A0день';
      return off === '' ? 'не\u00A0понадобилось' : `не\u00A0отправлено: ${OFF[off]}`;
    default:
      return state satisfies never;
  }
}

function showFailure(reason: string): string {
  const code = returnedCode(reason);
  return code === null
    ? `не\u00A0отправлено: ${showRefusal(reason)}`
    : `не\u00A0доставлено: письмо вернулось, ${showReturn(code)}`;
}

function showRefusal(reason: string): string {
  if (reason.startsWith('RCPT TO 5') && !reason.endsWith(' sender')) return 'адрес отвергнут';
  if (reason === 'pace') return 'слишком много писем за\u00A0день';
  if (reason === 'held') return 'ваши письма были остановлены';
  return /\b[45]\d\d\b/.test(reason) ? 'почтовый сервер отказал' : 'почтовый сервер недоступен';
}

/** By the enhanced status code of the report (RFC 3463). */
function showReturn(code: string): string {
  if (code.startsWith('5.1.')) return 'такого адреса нет';
  if (code === '5.2.2' || code === '4.2.2') return 'ящик переполнен';
  return 'почта получателя его не\u00A0приняла';
}
