import { showPhone } from '#domain/clients/phone.ts';
import { isolated } from '#domain/text/isolated.ts';
import type { ClientLetterKind } from '#domain/letters/letter.ts';
import {
  calledOff,
  type DateLine,
  datesOf,
  lengthOf,
  otherCancelled,
  restOf,
  whatChanged,
} from '#domain/letters/letter-dates.ts';
import { newRhythm, plannedRhythm } from '#domain/letters/letter-rhythm.ts';
import { localOf, momentOf, practiceTime, shortMoment, spokenMinutes } from '#domain/letters/letter-times.ts';
import { standing, type Told } from '#domain/letters/told-meetings.ts';
import { placeWords, type PlaceWords } from '#domain/letters/told-place.ts';

/** What decides how a client can answer a letter. */
interface Answer {
  kind: ClientLetterKind;
  /** The Reply-To address; '' for none. */
  replyTo: string;
  /** The practitioner's phone; '' for none. */
  phone: string;
  /** Whether the letter has a link to a page of the meeting. */
  hasPage: boolean;
  /** Whether calendar programs show the meeting as an invitation with buttons. */
  isInvitation: boolean;
}

export interface Words {
  subject: string;
  title: string;
  /** Day and time as the largest text, then weekday and length, then the practice's time if it differs. */
  times: string[];
  paragraphs: (string | DateLine)[];
  /** The link of the place, after the times. */
  link: PlaceWords['link'];
}

/**
 * Returns the texts of a letter to a client or visitor (LETTER-05): time, place, and the name that the practitioner
 * chose.
 */
export function letterWords(told: Told): Words {
  const { line, link } = told.place ? placeWords(told.place) : { line: '', link: null };
  const words = wordsOf(told);
  const lines = line === '' ? [] : [line];
  if (words.times.length > 0) return { ...words, link, times: [...words.times, ...lines] };
  return { ...words, link, paragraphs: [...lines, ...words.paragraphs] };
}

function wordsOf(told: Told): Omit<Words, 'link'> {
  const { kind, meetings, sender } = told;
  const [{ start, was }, ...others] = meetings;
  const when = momentOf(start, told);
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
        times: [...timesOf(told, `Новое время: ${when}`), ...(was ? [`Было: ${shortMoment(was.start, told)}`] : [])],
        paragraphs: [sender],
      };
    case 'session-changed': {
      const title = whatChanged(told);
      return others.length === 0
        ? { subject: `${title}: встреча ${when}`, title, times, paragraphs: [sender] }
        : {
            subject: `${title}, первая${title.startsWith('Встречи') ? '' : ' встреча'} ${when}`,
            title,
            times: [],
            paragraphs: [...lengthOf(told), ...datesOf(told), ...restOf(told), sender],
          };
    }
    case 'session-cancelled':
      return others.length === 0
        ? { subject: `Встреча отменена: ${when}`, title: 'Встреча отменена', times, paragraphs: [sender] }
        : {
            subject: `Встречи отменены, первая ${when}`,
            title: 'Встречи отменены',
            times,
            paragraphs: [...otherCancelled(told), sender],
          };
    case 'session-reminder':
      return { subject: `Напоминание: встреча ${when}`, title: 'Напоминание', times, paragraphs: [sender] };
    case 'series-planned':
      return {
        subject: `Встречи назначены, первая ${when}`,
        title: 'Встречи назначены',
        times: [],
        paragraphs: [...rhythmLine(told), ...datesOf(told), ...restOf(told), sender],
      };
    case 'series-moved':
      return movedWords(told);
    default:
      return kind satisfies never;
  }
}

/**
 * Returns «Встречи перенесены. Теперь по понедельникам в 16:00, начиная с 14 декабря (было 15:00)», or a line for each
 * meeting.
 */
function movedWords(told: Told): Omit<Words, 'link'> {
  const { meetings, sender } = told;
  const sentence = newRhythm(told);
  const isEach = sentence === null;
  const stays = standing(told);
  const areMoved = isEach ? stays.every(({ change }) => change !== 'changed') : true;
  const title =
    areMoved && stays.some(({ change }) => change === 'moved') ? 'Встречи перенесены' : 'Встречи изменились';
  const begins = isEach ? `, первая ${momentOf((stays[0] ?? meetings[0]).start, told)}` : `. ${sentence}`;
  return {
    subject: `${title}${begins}`,
    title,
    times: [],
    paragraphs: [
      ...(isEach ? [] : [sentence]),
      ...lengthOf(told),
      ...datesOf(told, isEach),
      ...restOf(told, isEach),
      ...calledOff(told),
      sender,
    ],
  };
}

/** Returns ['Раз в неделю, по вторникам, 50 минут'], or ['Длительность: 50 минут'] if the dates have no rhythm. */
function rhythmLine(told: Told): string[] {
  const rhythm = plannedRhythm(told);
  const length = lengthOf(told);
  if (rhythm === '') return length;
  return [length.length === 0 ? rhythm : `${rhythm}, ${spokenMinutes(told.meetings[0].duration)}`];
}

function timesOf(told: Told, headline: string): string[] {
  const [{ start, duration }] = told.meetings;
  const weekday = localOf(start, told).toPlainDate().toLocaleString('ru', { weekday: 'long' });
  const length = told.kind === 'session-cancelled' ? '' : `, ${spokenMinutes(duration)}`;
  return [headline, `${weekday[0]?.toUpperCase() ?? ''}${weekday.slice(1)}${length}`, ...practiceTime(start, told)];
}

/** Returns the sentence about replies; none if replies are read and the letter is no invitation. */
export function answerWords({ kind, replyTo, phone, hasPage, isInvitation }: Answer): string[] {
  if (replyTo !== '') return isInvitation ? ['Ответ «нет» в календаре встречу не отменяет.'] : [];
  const unread = 'Ответы на это письмо не читаются.';
  if (phone !== '') return [`${unread} Связаться можно по телефону: ${isolated(showPhone(phone))}`];
  if (!hasPage || kind === 'request-rejected') return [unread];
  if (kind === 'request-received') return [`${unread} Отозвать заявку можно по ссылке в этом письме.`];
  return [`${unread} Если планы изменились, откройте встречу по ссылке в этом письме.`];
}
