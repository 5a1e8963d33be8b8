import { type Blank, blanksIn, filled, type MessageKind, type OwnMessages } from '#domain/messages/blanks.ts';
import { spokenZone } from '#domain/letters/spoken-zone.ts';
import { printAmount } from '#domain/money/amount.ts';
import type { Pay } from '#domain/money/ask-pay.ts';
import type { Place } from '#domain/places/place.ts';
import { clockTime } from '#domain/time/spoken-time.ts';
import { lateTerms } from '#domain/visits/late-terms.ts';
import type { VisitRights } from '#domain/visits/visit-rules.ts';

const BOTH = 'Перенести или отменить';

/** The program's own wordings. A line whose blanks stay empty is left out. */
export const MESSAGE_TEXTS: Readonly<Record<MessageKind, string>> = {
  planned: `Здравствуйте. Встреча назначена: {дата}, {время}.\nГде: {место}\n${BOTH}: {ссылка}`,
  reminder: 'Здравствуйте. Напоминаю о встрече: {дата}, {время}.\nГде: {место}\nЕсли планы изменились: {ссылка}',
  moved: 'Здравствуйте. Встреча перенесена, новое время: {дата}, {время}.\nГде: {место}\nЕсли не подходит: {ссылка}',
  link: `Здравствуйте. Встреча: {дата}, {время}.\n${BOTH} её можно здесь: {ссылка}`,
  place: 'Здравствуйте. Встречаемся здесь: {место}\nВстреча: {дата}, {время}.',
  pay: 'Здравствуйте. Встреча: {дата}, {время}.\nКак оплатить: {оплата}',
};

/** What a message is about. */
export interface MessageFacts {
  /** The meeting to come; null without one. */
  start: Temporal.Instant | null;
  practiceZone: string;
  /** '' where it is not known. */
  clientZone: string;
  place: Place;
  /** The page on which the client moves or cancels the meeting; '' without one. */
  link: string;
  /** What that page allows by the practitioner's rules; null without a meeting. */
  rights: VisitRights | null;
  /** How the practitioner is paid; null where that is said nowhere. */
  pay: Pay | null;
  now: Temporal.Instant;
}

/** Returns the messages that have something to say, in their order. */
export function offeredMessages({ start, place, pay }: Pick<MessageFacts, 'start' | 'place' | 'pay'>): MessageKind[] {
  const ofAny: MessageKind[] = [
    ...(place.kind === 'none' ? [] : (['place'] as const)),
    ...(pay ? (['pay'] as const) : []),
  ];
  return start === null ? ofAny : ['reminder', 'planned', 'moved', 'link', ...ofAny];
}

/**
 * Returns a message in the practitioner's wording, or the program's, filled in for a client. Behind the link stands what
 * it still allows, and until when.
 */
export function messageOf(kind: MessageKind, own: OwnMessages, facts: MessageFacts): string {
  const { rights } = facts;
  const values = valuesOf(facts);
  const lines = (own[kind] ?? programsOwn(kind, rights)).split('\n').flatMap((line) => {
    const blanks = blanksIn(line);
    if (blanks.length > 0 && !blanks.some((name) => (values[name] ?? '') !== '')) return [];
    return blanks.includes('ссылка') && values['ссылка'] !== '' && rights ? [line, termsOf(rights, facts)] : line;
  });
  return filled(lines.join('\n'), values).trim();
}

/** The program's own wording, which offers no more than the page of the meeting. */
function programsOwn(kind: MessageKind, rights: VisitRights | null): string {
  const wording = MESSAGE_TEXTS[kind];
  if (!rights) return wording;
  const [move, cancel] = [rights.move.may === 'yes', rights.cancel.may !== 'no'];
  if (!move && !cancel) return wording.replace(/^.*\{ссылка\}$/mu, 'Страница встречи: {ссылка}');
  return move && cancel ? wording : wording.replace(BOTH, move ? 'Перенести' : 'Отменить');
}

/** As the page says it: «Перенести можно до 2 декабря, 14:00, отменить — до 3 декабря, 14:00.» */
function termsOf({ cancel, move }: VisitRights, { start, now, ...zones }: MessageFacts): string {
  const timeZone = start ? readersZone(start, zones) : zones.practiceZone;
  const until = (moment: Temporal.Instant): string => {
    const local = moment.toZonedDateTimeISO(timeZone);
    const day = local.toPlainDate().toLocaleString('ru', { day: 'numeric', month: 'long' });
    const isThisYear = local.year === now.toZonedDateTimeISO(timeZone).year;
    return `${day}${isThisYear ? '' : ` ${local.year} года`}, ${clockTime(local)}`;
  };
  const moving = move.may === 'yes' ? `Перенести можно до ${until(move.until)}` : '';
  switch (cancel.may) {
    case 'yes': {
      const last = until(cancel.until);
      if (moving === '') return `Отменить можно до ${last}, перенести по ссылке нельзя.`;
      return move.until.equals(cancel.until) ? `${BOTH} можно до ${last}.` : `${moving}, отменить — до ${last}.`;
    }
    case 'late':
      return `${moving === '' ? '' : `${moving}. `}${lateTerms(cancel.paid).replaceAll('\u00A0', ' ')}`;
    case 'no':
      return moving === '' ? `${BOTH} по ссылке уже нельзя.` : `${moving}, отменить по ссылке нельзя.`;
    default:
      return cancel.may satisfies never;
  }
}

function valuesOf({
  start,
  place,
  link,
  now,
  pay,
  rights: _rights,
  ...zones
}: MessageFacts): Readonly<Record<Blank, string>> {
  const timeZone = start ? readersZone(start, zones) : zones.practiceZone;
  const local = start?.toZonedDateTimeISO(timeZone);
  const zone = start && timeZone !== zones.practiceZone ? ` (${spokenZone(start, timeZone)})` : '';
  return {
    дата: local ? dayOf(local, now) : '',
    время: local ? clockTime(local) + zone : '',
    место: placeIn(place),
    ссылка: link,
    оплата: pay ? payIn(pay) : '',
  };
}

/** The client's where it is known and its clock differs. */
function readersZone(
  start: Temporal.Instant,
  { practiceZone, clientZone }: Pick<MessageFacts, 'practiceZone' | 'clientZone'>,
): string {
  const offset = (timeZone: string) => start.toZonedDateTimeISO(timeZone).offsetNanoseconds;
  return clientZone === '' || offset(clientZone) === offset(practiceZone) ? practiceZone : clientZone;
}

/** 'пятница, 4 декабря', with the year where it is not this one. */
function dayOf(local: Temporal.ZonedDateTime, now: Temporal.Instant): string {
  const day = local.toPlainDate().toLocaleString('ru', { weekday: 'long', day: 'numeric', month: 'long' });
  return local.year === now.toZonedDateTimeISO(local.timeZoneId).year ? day : `${day} ${local.year} года`;
}

/** '3 500 ₽. Перевод по номеру телефона. https://bank.example/x', of which each part may be missing. */
function payIn({ text, link, amount }: Pay): string {
  const sum = amount === null ? '' : printAmount(amount);
  return [sum && (text + link === '' ? sum : `${sum}.`), text.replaceAll(/\s+/g, ' ').trim(), link]
    .filter(Boolean)
    .join(' ');
}

function placeIn({ kind, text, link }: Place): string {
  switch (kind) {
    case 'online':
      return link === '' ? 'онлайн' : `онлайн, ${link}`;
    case 'office':
      return text || 'в кабинете';
    case 'other':
    case 'none':
      return text;
    default:
      return kind satisfies never;
  }
}
