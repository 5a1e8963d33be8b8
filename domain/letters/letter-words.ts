import { showPhone } from '#domain/clients/phone.ts';
import { isolated } from '#domain/text/isolated.ts';
import type { Place } from '#domain/places/place.ts';
import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { placeWords, type PlaceWords } from '#domain/letters/told-place.ts';
import { spokenZone } from '#domain/letters/spoken-zone.ts';

/** A meeting that a letter names. */
export interface Named {
  start: Temporal.Instant;
  /** In minutes. */
  duration: number;
  /** What became of it; `asked` of one that a request is about. */
  change: 'planned' | 'moved' | 'changed' | 'cancelled' | 'reminded' | 'asked';
  /** As the client knew it, where that is something else now. */
  was?: { start: Temporal.Instant; isSameLength: boolean; isSamePlace: boolean };
  /** Where it is, as a line of its own where the meetings of a letter are at several places. */
  where?: string;
}

export interface Told {
  kind: ClientLetterKind;
  /** In the order of their times. */
  meetings: readonly [Named, ...Named[]];
  /** Whether they follow a series without an end. */
  isEndless: boolean;
  /** Of a series with meetings that are off: the first starts that stay after them, and one more; null of no series. */
  stay: readonly Temporal.Instant[] | null;
  practiceZone: string;
  /** '' where it is not known. */
  clientZone: string;
  /** The name that the practitioner chose. */
  sender: string;
  /** Of the meetings to come, as far as letters tell it; null where nothing is said of it, or not the same of all. */
  place: Place | null;
  now: Temporal.Instant;
}

/** A line about a meeting that has a page of its own: its place among those of the letter. */
export interface DateLine {
  text: string;
  meeting: number;
}

/** Dates that a letter about several meetings lists. */
export const LISTED_DATES = 6;
/** Meetings that stay which one letter about the others names at most. */
const STAYING_NAMED = LISTED_DATES - 1;
/** Meetings that are off which are named, and not those that stay. */
const FEW_OFF = 3;

/** Of a letter: where an answer goes, and what else a client may do. */
interface Answer {
  kind: ClientLetterKind;
  /** '' where nobody reads answers. */
  replyTo: string;
  /** The practitioner's; '' for none. */
  phone: string;
  /** Whether the letter leads to a page of the meeting. */
  hasPage: boolean;
  /** Whether a calendar shows its meeting as an invitation that asks for an answer. */
  isInvitation: boolean;
}

export interface Words {
  subject: string;
  title: string;
  /** Day and time as the largest text, then weekday and length, then the practice's time where it differs. */
  times: string[];
  paragraphs: (string | DateLine)[];
  /** The link of the place, behind the times. */
  link: PlaceWords['link'];
}

/** What a letter to a client or visitor says (LETTER-05): the time, the place and the name that the practitioner chose. */
export function letterWords(told: Told): Words {
  const { line, link } = told.place ? placeWords(told.place) : { line: '', link: null };
  const words = wordsOf(told);
  const lines = line === '' ? [] : [line];
  if (words.times.length > 0) return { ...words, link, times: [...words.times, ...lines] };
  return { ...words, link, paragraphs: [...lines, ...words.paragraphs] };
}

function wordsOf(told: Told): Omit<Words, 'link'> {
  const { kind, meetings, sender } = told;
  const [{ start }, ...others] = meetings;
  const when = momentIn(start, readersZone(start, told), told.now);
  const meeting = `Встреча ${when}`;
  const times = timesOf(told, meeting);
  switch (kind) {
    case 'request-received':
      return {
        subject: `Заявка получена: встреча ${when}`,
        title: 'Заявка получена',
        times,
        paragraphs: [`${isolated(sender)} ответит письмом на этот адрес.`],
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
    case 'session-changed': {
      const title = changeOf(meetings);
      return others.length === 0
        ? { subject: `${title}: встреча ${when}`, title, times, paragraphs: [sender] }
        : {
            subject: `${title}, первая встреча ${when}`,
            title,
            times: [],
            paragraphs: [lengthOf(told), ...datesOf(told), ...restOf(told), sender],
          };
    }
    case 'session-cancelled':
      return others.length === 0
        ? { subject: `Встреча отменена: ${when}`, title: 'Встреча отменена', times, paragraphs: [sender] }
        : {
            subject: `Встречи отменены, первая ${when}`,
            title: 'Встречи отменены',
            times,
            paragraphs: [...offOf(told), sender],
          };
    case 'session-reminder':
      return { subject: `Напоминание: встреча ${when}`, title: 'Напоминание', times, paragraphs: [sender] };
    case 'series-planned':
      return {
        subject: `Встречи назначены, первая ${when}`,
        title: 'Встречи назначены',
        times: [],
        paragraphs: [rhythmLine(told), ...datesOf(told), ...restOf(told), sender],
      };
    case 'series-moved':
      return movedWords(told);
    default:
      return kind satisfies never;
  }
}

/** «Встречи перенесены. Теперь по понедельникам в 16:00, начиная с 14 декабря (было 15:00)», or each by itself. */
function movedWords(told: Told): Omit<Words, 'link'> {
  const { meetings, sender } = told;
  const title = meetings.some(({ change }) => change === 'moved') ? 'Встречи перенесены' : 'Встречи изменились';
  const sentence = newRhythm(told);
  if (sentence !== null) {
    const paragraphs = [sentence, lengthOf(told), ...datesOf(told), ...restOf(told), sender];
    return { subject: `${title}. ${sentence}`, title, times: [], paragraphs };
  }
  const [first] = standing(told);
  const start = (first ?? meetings[0]).start;
  const off = meetings.filter(({ change }) => change === 'cancelled');
  return {
    subject: `${title}, первая ${momentIn(start, readersZone(start, told), told.now)}`,
    title,
    times: [],
    paragraphs: [
      ...datesOf(told, meetings.length),
      ...(off.length === 0 ? [] : ['Отменены:', ...off.flatMap((each) => dateOf(each.start, told))]),
      sender,
    ],
  };
}

/** Meetings that take place, with their place among all of the letter. */
function standing({ meetings }: Told): (Named & { at: number })[] {
  return meetings.flatMap((meeting, at) => (meeting.change === 'cancelled' ? [] : [{ ...meeting, at }]));
}

/** «Теперь по понедельникам в 16:00, начиная с 14 декабря (было 15:00)»; null where the meetings follow no rhythm. */
function newRhythm(told: Told): string | null {
  const after = standing(told);
  const [first] = after;
  const before = told.meetings.flatMap(({ was, start, change }) => was?.start ?? (change === 'cancelled' ? start : []));
  if (!first || !after.some(({ change }) => change === 'moved') || after.length < 2 || before.length < 2) return null;
  const [now, was] = [
    rhythmOf(
      after.map(({ start }) => start),
      told,
    ),
    rhythmOf(before, told),
  ];
  if (!now || !was) return null;
  const isSameDay = now.weekday === was.weekday && now.weeks === was.weeks;
  const old = isSameDay ? was.time : spokenRhythm(was);
  const zone = readersZone(first.start, told);
  return `Теперь ${spokenRhythm(now)}, начиная с ${dayIn(first.start, zone, told.now)} (было ${old})`;
}

interface Rhythm {
  weeks: number;
  weekday: number;
  time: string;
}

/** Returns the rhythm that starts follow by the reader's clock, some of them left out; null for none. */
function rhythmOf(starts: readonly Temporal.Instant[], told: Told): Rhythm | null {
  const locals = starts
    .map((start) => start.toZonedDateTimeISO(readersZone(start, told)))
    .toSorted((one, other) => Temporal.ZonedDateTime.compare(one, other));
  const [first] = locals;
  const times = new Set(locals.map((local) => clockOf(local)));
  if (!first || times.size > 1) return null;
  const days = locals.map((local) => local.toPlainDate());
  const gaps = days.slice(1).map((day, at) => day.since(days[at] ?? day, { largestUnit: 'days' }).days);
  const weeks = Math.min(...gaps) / 7;
  if (!Number.isInteger(weeks) || RHYTHMS[weeks] === undefined || weeks === 0) return null;
  if (gaps.some((gap) => gap % (weeks * 7) !== 0)) return null;
  return { weeks, weekday: first.dayOfWeek, time: clockOf(first) };
}

/** «по понедельникам в 16:00», «раз в две недели, по понедельникам в 16:00» */
function spokenRhythm({ weeks, weekday, time }: Rhythm): string {
  const every = RHYTHMS[weeks] ?? '';
  const rhythm = weeks === 1 ? '' : `${every[0]?.toLowerCase() ?? ''}${every.slice(1)}, `;
  return `${rhythm}по ${WEEKDAYS[weekday] ?? ''} в ${time}`;
}

function changeOf(meetings: readonly Named[]): string {
  const isPlace = meetings.some(({ was }) => was && !was.isSamePlace);
  const isLength = meetings.some(({ was }) => was && !was.isSameLength);
  if (isPlace && isLength) return 'Изменились место и длительность';
  return isPlace ? 'Изменилось место' : 'Изменилась длительность';
}

/** Dates that are off: some and all that follow, or each where others of the series stay between them. */
function offOf(told: Told): string[] {
  const { meetings, stay } = told;
  const [, ...others] = meetings;
  const all = others.flatMap(({ start }) => dateOf(start, told));
  if (stay === null || stay.length > STAYING_NAMED) return all;
  if (stay.length > 0 && meetings.length <= FEW_OFF) return all;
  const some = others.slice(0, LISTED_DATES - 1).flatMap(({ start }) => dateOf(start, told));
  if (stay.length === 0) return [...some, 'И все следующие.'];
  return [...some, 'И все следующие, кроме этих:', ...stay.flatMap((start) => dateOf(start, told))];
}

/** Returns what a letter says about answers to it; nothing where somebody reads them. */
export function answerWords({ kind, replyTo, phone, hasPage, isInvitation }: Answer): string[] {
  if (replyTo !== '') return isInvitation ? ['Ответ «нет» в календаре встречу не отменяет.'] : [];
  const unread = 'Ответы на это письмо не читаются.';
  if (phone !== '') return [`${unread} Связаться можно по телефону: ${isolated(showPhone(phone))}`];
  if (!hasPage || kind === 'request-rejected') return [unread];
  if (kind === 'request-received') return [`${unread} Отозвать заявку можно по ссылке в этом письме.`];
  return [`${unread} Если планы изменились, откройте встречу по ссылке в этом письме.`];
}

function timesOf(told: Told, headline: string): string[] {
  const [{ start, duration }] = told.meetings;
  const weekday = start
    .toZonedDateTimeISO(readersZone(start, told))
    .toPlainDate()
    .toLocaleString('ru', { weekday: 'long' });
  const length = told.kind === 'session-cancelled' ? '' : `, ${spokenMinutes(duration)}`;
  return [headline, `${weekday[0]?.toUpperCase() ?? ''}${weekday.slice(1)}${length}`, ...practiceTime(start, told)];
}

/** The first dates that take place, each with its own page. */
function datesOf(told: Told, most: number = LISTED_DATES): (string | DateLine)[] {
  const isListed = newRhythm(told) === null && told.kind === 'series-moved';
  return standing(told)
    .slice(0, most)
    .flatMap(({ start, was, at, change, where }) => {
      const [line = '', ...practice] = dateOf(start, told);
      const before = isListed && change === 'moved' && was ? `, было ${shortly(was.start, told)}` : '';
      return [{ text: `${line}${before}`, meeting: at }, ...practice, ...(where === undefined ? [] : [where])];
    });
}

/** What is said of the dates that are not listed. */
function restOf(told: Told): string[] {
  const all = standing(told);
  const last = all.at(-1);
  if (all.length <= LISTED_DATES || !last) return [];
  if (told.isEndless) return ['И дальше так же.'];
  const form = RULES.select(all.length);
  const noun = form === 'one' ? 'встреча' : form === 'few' ? 'встречи' : 'встреч';
  return [`Всего ${all.length} ${noun}, последняя ${dayIn(last.start, readersZone(last.start, told), told.now)}`];
}

function dateOf(start: Temporal.Instant, told: Told): string[] {
  return [`Встреча ${momentIn(start, readersZone(start, told), told.now)}`, ...practiceTime(start, told)];
}

/** '24 ноября, 10:00' */
function shortly(start: Temporal.Instant, told: Told): string {
  const zone = readersZone(start, told);
  return `${dayIn(start, zone, told.now)}, ${clockOf(start.toZonedDateTimeISO(zone))}`;
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

const WEEKS = ['', 'неделю', 'две недели', 'три недели', 'четыре недели', 'пять недель', 'шесть недель'];
const RHYTHMS = [...WEEKS, 'семь недель', 'восемь недель'].map((weeks) => (weeks === '' ? '' : `Раз в ${weeks}`));
const WEEKDAYS = ['', 'понедельникам', 'вторникам', 'средам', 'четвергам', 'пятницам', 'субботам', 'воскресеньям'];

/** 'Раз в неделю, по вторникам, 50 минут'; 'Длительность: 50 минут' where the dates follow no rhythm. */
function rhythmLine(told: Told): string {
  const days = told.meetings.map(({ start }) => start.toZonedDateTimeISO(readersZone(start, told)).toPlainDate());
  const gaps = new Set(days.slice(1).map((day, at) => day.since(days[at] ?? day, { largestUnit: 'days' }).days));
  const [gap = 0] = gaps;
  const rhythm = gaps.size === 1 ? (RHYTHMS[gap / 7] ?? '') : '';
  const [{ duration }] = told.meetings;
  const weekday = WEEKDAYS[days[0]?.dayOfWeek ?? 0] ?? '';
  return rhythm === '' ? lengthOf(told) : `${rhythm}, по ${weekday}, ${spokenMinutes(duration)}`;
}

/** 'Длительность: 50 минут' */
function lengthOf(told: Told): string {
  const [first] = standing(told);
  return `Длительность: ${spokenMinutes((first ?? told.meetings[0]).duration)}`;
}

const RULES = new Intl.PluralRules('ru');

/** '50 минут' */
function spokenMinutes(minutes: number): string {
  const form = RULES.select(minutes);
  return `${minutes} ${form === 'one' ? 'минута' : form === 'few' ? 'минуты' : 'минут'}`;
}

/** '24 ноября, 10:00 (по Москве)', with the year where it is not this one. */
function momentIn(start: Temporal.Instant, timeZone: string, now: Temporal.Instant): string {
  const time = clockOf(start.toZonedDateTimeISO(timeZone));
  return `${dayIn(start, timeZone, now)}, ${time} (${spokenZone(start, timeZone)})`;
}

/** '24 ноября', with the year where it is not this one. */
function dayIn(start: Temporal.Instant, timeZone: string, now: Temporal.Instant): string {
  const local = start.toZonedDateTimeISO(timeZone);
  const day = local.toPlainDate().toLocaleString('ru', { day: 'numeric', month: 'long' });
  return `${day}${local.year === now.toZonedDateTimeISO(timeZone).year ? '' : ` ${local.year} года`}`;
}

function clockOf(local: Temporal.ZonedDateTime): string {
  return local.toPlainTime().toString({ smallestUnit: 'minute' });
}

function sameClock(start: Temporal.Instant, one: string, other: string): boolean {
  const offset = (timeZone: string) => start.toZonedDateTimeISO(timeZone).offsetNanoseconds;
  return offset(one) === offset(other);
}
