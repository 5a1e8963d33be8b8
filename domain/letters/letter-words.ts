import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { spokenZone } from '#domain/letters/spoken-zone.ts';

export interface Told {
  kind: ClientLetterKind;
  /** The start; of a series those of its first dates, of a cancelled one the first date and those that stay. */
  starts: readonly [Temporal.Instant, ...Temporal.Instant[]];
  /** Whether it is about a series, and more dates follow. */
  more: boolean;
  practiceZone: string;
  /** '' where it is not known. */
  clientZone: string;
  /** The name that the practitioner chose. */
  sender: string;
  now: Temporal.Instant;
}

export interface Words {
  subject: string;
  title: string;
  /** Day and time as the largest text, then the same in the reader's zone where it differs. */
  times: string[];
  paragraphs: string[];
}

/** What a letter to a client or visitor says (LETTER-05): the time and the name that the practitioner chose. */
export function letterWords(told: Told): Words {
  const { kind, starts, sender, more } = told;
  const [start, ...others] = starts;
  const when = momentIn(start, told.practiceZone, told.now);
  const meeting = `Встреча ${when}`;
  const times = timesOf(start, told);
  switch (kind) {
    case 'request-received':
      return {
        subject: `Запрос получен: встреча ${when}`,
        title: 'Запрос получен',
        times,
        paragraphs: [`${sender}: ответ придёт письмом на этот адрес.`],
      };
    case 'request-approved':
      return { subject: `Подтверждено: встреча ${when}`, title: 'Запись подтверждена', times, paragraphs: [sender] };
    case 'request-rejected':
      return {
        subject: 'Не получилось записать',
        title: 'Не получилось записать',
        times,
        paragraphs: [`${sender}: в это время встретиться не получится. Можно выбрать другое время.`],
      };
    case 'session-planned':
      return { subject: meeting, title: 'Встреча назначена', times, paragraphs: [sender] };
    case 'session-moved':
      return {
        subject: `Встреча перенесена: ${when}`,
        title: 'Встреча перенесена, новое время',
        times,
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
                : ['И все следующие, кроме этих:', ...others.flatMap((each) => timesOf(each, told)), sender],
          }
        : { subject: `Встреча отменена: ${when}`, title: 'Встреча отменена', times, paragraphs: [sender] };
    case 'session-reminder':
      return { subject: `Напоминание: встреча ${when}`, title: 'Напоминание', times, paragraphs: [sender] };
    case 'series-planned':
      return {
        subject: `Встречи назначены, первая ${when}`,
        title: 'Встречи назначены',
        times: starts.flatMap((each) => timesOf(each, told)),
        paragraphs: more ? ['И дальше так же.', sender] : [sender],
      };
    default:
      return kind satisfies never;
  }
}

function timesOf(start: Temporal.Instant, { practiceZone, clientZone, now }: Told): string[] {
  const meeting = `Встреча ${momentIn(start, practiceZone, now)}`;
  if (clientZone === '' || sameClock(start, practiceZone, clientZone)) return [meeting];
  return [meeting, `У вас это ${momentIn(start, clientZone, now)}`];
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
