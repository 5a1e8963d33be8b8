import { dateOf, dayOf, shortMoment, spokenMeetings, spokenMinutes } from '#domain/letters/letter-times.ts';
import { leftOut, mostCommon, usualHours } from '#domain/letters/letter-exceptions.ts';
import { LISTED_DATES, type Named, standing, type Standing, type Told } from '#domain/letters/told-meetings.ts';

/** A line about a meeting that has a page of its own; `meeting` is its index in the letter. */
export interface DateLine {
  text: string;
  meeting: number;
}

/** What can be said once for all meetings that take place; otherwise it is said at each date. */
interface Common {
  isSameLength: boolean;
  isSameChange: boolean;
}

function commonOf(all: readonly Standing[]): Common {
  return { isSameLength: isOne(all.map(({ duration }) => duration)), isSameChange: isOne(all.map(changeOf)) };
}

function isOne(values: readonly unknown[]): boolean {
  return new Set(values).size <= 1;
}

function changeOf(meeting: Named): string {
  return [meeting.change, isOtherLength(meeting), meeting.was?.isSamePlace ?? true].join();
}

function isOtherLength({ was, duration }: Named): boolean {
  return was !== undefined && was.duration !== duration;
}

/** Returns what changed about meetings that keep their time. */
export function whatChanged(told: Told): string {
  const all = standing(told);
  const [first] = all;
  if (!first || !commonOf(all).isSameChange) return 'Встречи изменились';
  const isPlace = first.was?.isSamePlace === false;
  if (isPlace && isOtherLength(first)) return 'Изменились место и длительность';
  return isPlace ? 'Изменилось место' : 'Изменилась длительность';
}

/** Returns 'Длительность: 90 минут (было 50 минут)'; nothing if the meetings differ in it. */
export function lengthOf(told: Told): string[] {
  const all = standing(told);
  const { isSameLength, isSameChange } = commonOf(all);
  const [first] = all;
  if (!first || !isSameLength) return [];
  const [before, ...others] = new Set(all.map(({ was }) => was?.duration));
  const isKnown = before !== undefined && others.length === 0 && isSameChange && isOtherLength(first);
  return [`Длительность: ${spokenMinutes(first.duration)}${isKnown ? ` (было ${spokenMinutes(before)})` : ''}`];
}

/** Returns lines about the first dates that take place and about exceptions; with `isEach` about every date. */
export function datesOf(told: Told, isEach = false): (string | DateLine)[] {
  const all = standing(told);
  const common = commonOf(all);
  return listed(all, told, isEach).flatMap((meeting) => {
    const [line = '', ...practice] = dateOf(meeting.start, told);
    const { at, where } = meeting;
    const text = [line, ...detailsOf(meeting, told, { ...common, isEach })].join(', ');
    return [{ text, meeting: at }, ...practice, ...(where === undefined ? [] : [where])];
  });
}

/** Returns ['90 минут', 'новое место', 'было 24 ноября, 10:00, 50 минут']. */
function detailsOf(
  meeting: Standing,
  told: Told,
  { isSameLength, isSameChange, isEach }: Common & { isEach: boolean },
): string[] {
  const { duration, change, was } = meeting;
  const saysLength = isOtherLength(meeting) && !(isSameLength && isSameChange);
  const before = [
    ...(was && isEach && change === 'moved' ? [shortMoment(was.start, told)] : []),
    ...(was && saysLength ? [spokenMinutes(was.duration)] : []),
  ];
  return [
    ...(isSameLength ? [] : [spokenMinutes(duration)]),
    ...(told.kind === 'series-moved' && change === 'planned' ? ['добавлена'] : []),
    ...(was && !was.isSamePlace && !isSameChange ? ['новое место'] : []),
    ...(before.length === 0 ? [] : [`было ${before.join(', ')}`]),
  ];
}

/** Returns the first meetings and the exceptions; what is said about the rest is then true for all of the rest. */
function listed(all: readonly Standing[], told: Told, isEach: boolean): readonly Standing[] {
  if (isEach) return all;
  const usual = mostCommon(all.map(kindOf));
  const isAtUsualHour = usualHours(told);
  return all.filter((meeting, nth) => nth < LISTED_DATES || kindOf(meeting) !== usual || !isAtUsualHour(meeting));
}

function kindOf({ duration, where = '' }: Standing): string {
  return `${duration} ${where}`;
}

/** Returns lines about the dates that are not listed. */
export function restOf(told: Told, isEach = false): string[] {
  const all = standing(told);
  const shown = new Set(listed(all, told, isEach));
  const [one] = all.filter((meeting) => !shown.has(meeting));
  const last = all.at(-1);
  if (!one || !last) return [];
  const { where } = one;
  const asUsual = [...shown].every(usualHours(told)) ? 'И дальше так же.' : 'И дальше так же, как в начале.';
  const missing = leftOut(told).map((start) => dayOf(start, told));
  return [
    told.isEndless ? asUsual : `Всего ${spokenMeetings(all.length)}, последняя ${dayOf(last.start, told)}`,
    ...(missing.length === 0 ? [] : [`Кроме этих дат: ${missing.join(', ')}`]),
    ...(commonOf(all).isSameLength ? [] : [`Длительность остальных: ${spokenMinutes(one.duration)}`]),
    ...(where === undefined ? [] : ['Остальные встречи:', where]),
  ];
}

/** Returns all cancelled dates of a letter that also has other meetings; those beyond `LISTED_DATES` in one entry. */
export function calledOff(told: Told): string[] {
  const off = told.meetings.filter(({ change }) => change === 'cancelled');
  if (off.length === 0) return [];
  const more = off.slice(LISTED_DATES);
  return [
    off.length === 1 ? 'Отменена:' : 'Отменены:',
    ...off.slice(0, LISTED_DATES).flatMap(({ start }) => dateOf(start, told)),
    ...(more.length === 0 ? [] : [`И ещё ${more.length}: ${more.map(({ start }) => dayOf(start, told)).join(', ')}`]),
  ];
}

/** The most remaining meetings that a letter about cancelled ones names. */
const STAYING_NAMED = LISTED_DATES - 1;
/** With at most this many cancelled meetings, they are named instead of the remaining ones. */
const FEW_OFF = 3;

/**
 * Returns the cancelled dates after the first one, in a letter about nothing else: each of them, or some and that all
 * following ones are cancelled, except for remaining ones that are named.
 */
export function otherCancelled(told: Told): string[] {
  const { meetings, stay } = told;
  const [, ...others] = meetings;
  const all = others.flatMap(({ start }) => dateOf(start, told));
  if (stay === null || stay.length > STAYING_NAMED) return all;
  if (stay.length > 0 && meetings.length <= FEW_OFF) return all;
  const some = others.slice(0, LISTED_DATES - 1).flatMap(({ start }) => dateOf(start, told));
  if (stay.length === 0) return [...some, 'И все следующие.'];
  return [...some, 'И все следующие, кроме этих:', ...stay.flatMap((start) => dateOf(start, told))];
}
