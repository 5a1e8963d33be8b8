import { withCountry } from '#domain/clients/phone.ts';
import { lateTerms } from '#domain/visits/late-terms.ts';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { showDayAndMonth, showTime } from '#web/ground/format/dates.ts';
import type { OfferedTime } from '#web/public/visitor/free-time.ts';
import type { FoundVisit, Notice } from '#web/public/visit-page/visit-state.ts';
import { visitorTime, type Zones } from '#web/public/visitor/zone-comparison.ts';

/** The visit's time on the practitioner's clock. */
export function timeOf({ start, timeZone }: Pick<VisitPage, 'start' | 'timeZone'>): OfferedTime {
  const zoned = Temporal.Instant.from(start).toZonedDateTimeISO(timeZone);
  return { start, date: zoned.toPlainDate().toString(), time: showTime(zoned) };
}

/**
 * The `tel:` address of the first number in a phone, like `telLink` but without extensions, so that the page need not
 * load its parser.
 */
export function dialLink(phone: string): string | null {
  const number = /\+?\d[^\p{L},;/]*/u.exec(phone)?.[0] ?? '';
  const written = number.replace(/\D/g, '');
  const isInternational = number.startsWith('+');
  const digits = isInternational ? written : withCountry(written);
  if (digits.length < 5 || digits.length > 15) return null;
  return `tel:${isInternational || /^7\d{10}$/.test(digits) ? '+' : ''}${digits}`;
}

/** The next moment, in epoch milliseconds, at which the allowed actions change; null if there is none. */
export function nextMoment({ start, duration, cancel, move }: VisitPage, now: number): number | null {
  const begin = Date.parse(start);
  const moments = [Date.parse(cancel.until), Date.parse(move.until), begin, begin + duration * 60_000];
  const ahead = moments.filter((moment) => moment > now);
  return ahead.length > 0 ? Math.min(...ahead) : null;
}

/** The title of a visit that has changed or ended; null while it is unchanged. */
export function titleOf({ kind, status }: VisitPage, done: FoundVisit['done']): string | null {
  const isSession = kind === 'session';
  if (status === 'cancelled') {
    if (isSession) return 'Встреча отменена';
    return done === 'cancel' ? 'Заявка отозвана' : 'Заявка больше не\u00A0действует';
  }
  if (status === 'past') return isSession ? 'Эта встреча уже прошла' : 'Время этой заявки прошло';
  return done === 'move' ? 'Встреча перенесена' : null;
}

/**
 * What is allowed until when, the terms of a late cancellation, and the start of a sentence that ends with the phone
 * number.
 */
export interface Limits {
  text: string;
  terms?: string;
  call: string | null;
}

/** VISIT-01 in words; `now` decides whether the visit has begun. */
export function limitsOf(visit: VisitPage, zones: Zones, now: Temporal.Instant): Limits {
  const { kind, status, cancel, move, phone } = visit;
  const call = (words: string) => (phone === '' ? null : words);
  if (status === 'cancelled' || status === 'past') {
    return { text: '', call: call('Если нужно другое время, позвоните:') };
  }
  if (kind === 'booking') {
    return { text: 'Заявка ждёт подтверждения. Отозвать её\u00A0можно в\u00A0любое время.', call: null };
  }
  if (Temporal.Instant.compare(Temporal.Instant.from(visit.start), now) <= 0) {
    return { text: 'Встреча уже началась.', call: call('Связаться можно по\u00A0телефону') };
  }
  const cancelUntil = untilOf(cancel.until, visit, zones);
  const moveUntil = untilOf(move.until, visit, zones);
  if (cancel.may === 'yes' && move.may === 'yes') {
    const isSame = cancel.until === move.until;
    const apart = `Перенести можно до\u00A0${moveUntil}, отменить — до\u00A0${cancelUntil}.`;
    return { text: isSame ? `Отменить или перенести можно до\u00A0${cancelUntil}.` : apart, call: null };
  }
  if (cancel.may === 'no') {
    const past = `Отменить можно было до\u00A0${cancelUntil}.`;
    const alone = `${past} Теперь предупредите, пожалуйста, сами: напишите или позвоните.`;
    const moving = move.may === 'yes' ? `Перенести можно до\u00A0${moveUntil}. ` : '';
    return { text: moving + (phone === '' ? alone : ''), call: call('Отменить можно только по\u00A0телефону') };
  }
  const late = `Срок отмены прошёл ${cancelUntil}. Отменить ещё можно.`;
  const terms = cancel.may === 'late' ? lateTerms(cancel.paid) : '';
  const cancelling = cancel.may === 'late' ? late : `Отменить можно до\u00A0${cancelUntil}.`;
  if (move.may === 'yes') return { text: `Перенести можно до\u00A0${moveUntil}. ${cancelling}`, terms, call: null };
  return { text: cancelling, terms, call: call('Перенести можно только по\u00A0телефону') };
}

/** VISIT-02: how often it can still be moved; '' if it cannot. */
export function movesLeft({ move }: VisitPage): string {
  return move.may === 'yes' ? `Осталось переносов: ${move.left}.` : '';
}

/** '23 ноября, 10:00 (у вас 12:00)' */
function untilOf(until: string, { timeZone }: VisitPage, zones: Zones): string {
  const time = timeOf({ start: until, timeZone });
  const own = visitorTime(time, zones);
  const there = `${showDayAndMonth(Temporal.PlainDate.from(time.date)).replace(' ', '\u00A0')},\u00A0${time.time}`;
  return own ? `${there} (${own.date ? `${own.time}, ${own.date}` : own.time})` : there;
}

const UNREACHABLE = 'Проверьте соединение и\u00A0повторите. Если первый запрос дошёл, второй ничего не\u00A0изменит.';

/** A notice in words: what happened, then what to do. */
export function noticeWords({ kind, deed }: Notice): { title: string; text: string } {
  switch (kind) {
    case 'changed':
      return {
        title: 'Время встречи изменилось.',
        text: deed ? 'Посмотрите на\u00A0новое время и\u00A0решите ещё раз.' : 'Здесь уже новое время.',
      };
    case 'late':
      return {
        title: deed === 'move' ? 'Перенести здесь уже нельзя.' : 'Отменить здесь уже нельзя.',
        text: 'Срок прошёл.',
      };
    case 'terms':
      return {
        title: deed === 'move' ? 'Условия переноса изменились.' : 'Условия отмены изменились.',
        text: 'Посмотрите на\u00A0них и\u00A0решите ещё раз.',
      };
    case 'moves':
      return { title: 'Перенести ещё раз здесь нельзя.', text: 'Встречу уже переносили столько раз, сколько можно.' };
    case 'limited':
      return { title: 'Слишком много запросов подряд.', text: 'Подождите минуту и\u00A0попробуйте ещё раз.' };
    case 'unreachable':
      return { title: 'Нет связи с\u00A0сервером.', text: UNREACHABLE };
    case 'failed':
      return { title: 'Не\u00A0получилось.', text: 'Попробуйте ещё раз чуть позже.' };
  }
}
