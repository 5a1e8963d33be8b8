import { isolated } from '#domain/text/isolated.ts';
import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { spokenZone } from '#domain/letters/spoken-zone.ts';

export interface Told {
  kind: ClientLetterKind;
  /** The start; of a series those of its first dates, of a cancelled one the first date and those that stay. */
  starts: readonly [Temporal.Instant, ...Temporal.Instant[]];
  /** Whether it is about a series, and more dates follow. */
  more: boolean;
  /** In minutes. */
  duration: number;
  practiceZone: string;
  /** '' where it is not known. */
  clientZone: string;
  /** The name that the practitioner chose. */
  sender: string;
  now: Temporal.Instant;
}

/** Of a letter: where an answer goes, and what else a client may do. */
interface Answer {
  kind: ClientLetterKind;
  /** '' where nobody reads answers. */
  replyTo: string;
  /** The practitioner's; '' for none. */
  phone: string;
  /** Whether the letter leads to a page of the meeting. */
  hasPage: boolean;
}

export interface Words {
  subject: string;
  title: string;
  /** Day and time as the largest text, then weekday and length, then the practice's time where it differs. */
  times: string[];
  paragraphs: string[];
}

/** What a letter to a client or visitor says (LETTER-05): the time and the name that the practitioner chose. */
export function letterWords(told: Told): Words {
  const { kind, starts, sender, more } = told;
  const [start, ...others] = starts;
  const when = momentIn(start, readersZone(start, told), told.now);
  const meeting = `Встреча ${when}`;
  const times = timesOf(told, meeting);
  switch (kind) {
    case 'request-received':
      return {
        subject: `Заявка получена: встреча ${when}`,
        title: 'Заявка получена',
        times,
        paragraphs: [`${isolated(sender)}: ответ придёт письмом на этот адрес.`],
      };
    case 'request-approved':
      return { subject: `Подтверждено: встреча ${when}`, title: 'Запись подтверждена', times, paragraphs: [sender] };
    case 'request-rejected':
      return {
        subject: 'Не получилось записать',
        title: 'Не получилось записать',
        times: [],
        paragraphs: [`${isolated(sender)}: ${when} встретиться не получится. Можно выбрать другое время.`],
      };
    case 'session-planned':
      return { subject: meeting, title: 'Встреча назначена', times, paragraphs: [sender] };
    case 'session-moved':
      return {
        subject: `Встреча перенесена: ${when}`,
        title: 'Встреча перенесена',
        times: timesOf(told, `Новое время: ${when}`),
        paragraphs: [sender],
      };
    case 'session-cancelled':
      return more
        ? {
            subject: `Встречи отменены, первая ${when}`,
            title: 'Встречи отменены',
            times,
            paragraphs:
              others.length === 0
                ? ['И все следующие.', sender]
                : ['И все следующие, кроме этих:', ...others.flatMap((each) => dateOf(each, told)), sender],
          }
        : { subject: `Встреча отменена: ${when}`, title: 'Встреча отменена', times, paragraphs: [sender] };
    case 'session-reminder':
      return { subject: `Напоминание: встреча ${when}`, title: 'Напоминание', times, paragraphs: [sender] };
    case 'series-planned':
      return {
        subject: `Встречи назначены, первая ${when}`,
        title: 'Встречи назначены',
        times: [],
        paragraphs: [
          ...rhythmOf(told),
          ...starts.flatMap((each) => dateOf(each, told)),
          ...(more ? ['И дальше так же.'] : []),
          sender,
        ],
      };
    default:
      return kind satisfies never;
  }
}

/** Returns what a letter says about answers to it; nothing where somebody reads them. */
export function answerWords({ kind, replyTo, phone, hasPage }: Answer): string[] {
  if (replyTo !== '') return [];
  const unread = 'На это письмо не отвечают.';
  if (phone !== '') return [`${unread} Связаться можно по телефону: ${isolated(phone)}`];
  if (!hasPage || kind === 'request-rejected') return [unread];
  if (kind === 'request-received') return [`${unread} Отозвать заявку можно по ссылке в этом письме.`];
  return [`${unread} Если планы изменились, откройте встречу по ссылке в этом письме.`];
}

function timesOf(told: Told, headline: string): string[] {
  const [start] = told.starts;
  const weekday = start
    .toZonedDateTimeISO(readersZone(start, told))
    .toPlainDate()
    .toLocaleString('ru', { weekday: 'long' });
  const length = told.kind === 'session-cancelled' ? '' : `, ${spokenMinutes(told.duration)}`;
  return [headline, `${weekday[0]?.toUpperCase() ?? ''}${weekday.slice(1)}${length}`, ...practiceTime(start, told)];
}

function dateOf(start: Temporal.Instant, told: Told): string[] {
  return [`Встреча ${momentIn(start, readersZone(start, told), told.now)}`, ...practiceTime(start, told)];
}

/** Returns the client's zone where it is known and its clock differs, otherwise the practice's. */
function readersZone(start: Temporal.Instant, { practiceZone, clientZone }: Told): string {
  return clientZone === '' || sameClock(start, practiceZone, clientZone) ? practiceZone : clientZone;
}

/** Returns the practice's time where the client's own stands before it. */
function practiceTime(start: Temporal.Instant, told: Told): string[] {
  const { practiceZone, now } = told;
  return readersZone(start, told) === practiceZone ? [] : [`То же время: ${momentIn(start, practiceZone, now)}`];
}

const RHYTHMS = ['', 'Раз в неделю', 'Раз в две недели', 'Раз в три недели', 'Раз в четыре недели'];
const WEEKDAYS = ['', 'понедельникам', 'вторникам', 'средам', 'четвергам', 'пятницам', 'субботам', 'воскресеньям'];

/** 'Раз в неделю, по вторникам, 50 минут'; 'Длительность: 50 минут' where the dates follow no rhythm. */
function rhythmOf(told: Told): string[] {
  const days = told.starts.map((start) => start.toZonedDateTimeISO(readersZone(start, told)).toPlainDate());
  const gaps = new Set(days.slice(1).map((day, at) => day.since(days[at] ?? day).days));
  const [gap = 0] = gaps;
  const rhythm = gaps.size === 1 ? (RHYTHMS[gap / 7] ?? '') : '';
  const length = spokenMinutes(told.duration);
  const weekday = WEEKDAYS[days[0]?.dayOfWeek ?? 0] ?? '';
  return [rhythm === '' ? `Длительность: ${length}` : `${rhythm}, по ${weekday}, ${length}`];
}

const RULES = new Intl.PluralRules('ru');

/** '50 минут' */
function spokenMinutes(minutes: number): string {
  const form = RULES.select(minutes);
  return `${minutes} ${form === 'one' ? 'минута' : form === 'few' ? 'минуты' : 'минут'}`;
}

/** '24 ноября, 10:00 (по Москве)', with the year where it is not this one. */
function momentIn(start: Temporal.Instant, timeZone: string, now: Temporal.Instant): string {
  const local = start.toZonedDateTimeISO(timeZone);
  const day = local.toPlainDate().toLocaleString('ru', { day: 'numeric', month: 'long' });
  const year = local.year === now.toZonedDateTimeISO(timeZone).year ? '' : ` ${local.year} года`;
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  return `${day}${year}, ${time} (${spokenZone(start, timeZone)})`;
}

function sameClock(start: Temporal.Instant, one: string, other: string): boolean {
  const offset = (timeZone: string) => start.toZonedDateTimeISO(timeZone).offsetNanoseconds;
  return offset(one) === offset(other);
}
