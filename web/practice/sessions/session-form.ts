import { firstMistake, type Mistake, not } from '#domain/rule.ts';
import {
  holdsTime,
  SESSION_DURATION,
  SESSION_LIMITS,
  SESSION_STATUS_LABEL,
  SESSION_STATUSES,
  SESSION_TEXT,
  SESSION_TIME_CHOICES,
  type SessionStatus,
} from '#domain/sessions/session.ts';
import { PLACE_RULES } from '#domain/places/place-rules.ts';
import { DURATION_CHECKS, sessionText } from '#domain/sessions/session-rules.ts';
import { printInstant } from '#domain/time/instant.ts';
import { WALL_TIME } from '#domain/time/wall-time.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { NO_WHOLE_NUMBER } from '#web/ground/format/typed-number.ts';
import { NO_SUCH_DATE } from '#web/ground/format/typed-date.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { amountText, coveredPrice, PRICE_RULE, withStoredPrice } from '#web/practice/money/amount-text.ts';
import type { PricedSession } from '#web/practice/money/priced.ts';
import { type Completion, isLike, keysOf } from '#web/practice/record-form/changed-fields.ts';
import type { FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import type { RecordRules } from '#web/practice/record-form/save-record.ts';
import {
  endMistake,
  firstDayMistake,
  NO_REPEAT,
  type Repeat,
  repeatOf,
  seriesStatusOf,
} from '#web/practice/series/repeat.ts';
import type { SeriesRequest } from '#web/practice/series/calls.ts';
import { instantAt } from '#web/practice/sessions/instant-at.ts';
import { readClock, readToday } from '#web/ground/browser/clock.ts';

/** The fields of the form, possibly incomplete. */
export interface SessionForm {
  /** 'YYYY-MM-DD' in the practitioner's zone; '' while no date is chosen. */
  date: string;
  /** 'HH:mm'; '' while no time is chosen. */
  time: string;
  /** Minutes. */
  duration: number | string;
  status: SessionStatus;
  news: string;
  thoughts: string;
  /** The session's own place; '' if the client's place applies. */
  place: string;
  /** The session's own price, in rubles as typed; '' if the client's price applies. */
  price: string;
  /** Only for a new session. */
  repeat: Repeat;
}

type Text = 'news' | 'thoughts';

/** The same fields of a stored session; its `date` is an instant. */
export type StoredSession = Omit<SessionForm, 'time' | 'repeat' | 'price' | Text> &
  Pick<PricedSession, 'price'> &
  Record<Text, SealedText>;

/** The name and value of a field in the notice about a change from another window. */
export const SESSION_WORDS: Required<FormWords<Omit<SessionForm, 'repeat'>>> = {
  date: { what: 'дата и\u00A0время', show: ({ date, time }) => `${showDate(Temporal.PlainDate.from(date))} ${time}` },
  time: { what: 'время' },
  duration: {
    what: 'продолжительность',
    show: ({ duration }) => (typeof duration === 'number' ? showDuration(duration) : duration),
  },
  status: { what: 'статус', show: ({ status }) => SESSION_STATUS_LABEL[status] },
  news: { what: 'новости клиента', text: true },
  thoughts: { what: 'мысли о\u00A0сессии', text: true },
  place: { what: 'место', show: ({ place }) => place || 'как у\u00A0клиента' },
  price: { what: 'цена', show: ({ price }) => coveredPrice(price) || 'без своей' },
};

/** The values of a new session (specification §2). */
const NEW: SessionForm = {
  date: '',
  time: '09:00',
  duration: SESSION_DURATION.default,
  status: 'scheduled',
  news: '',
  thoughts: '',
  place: '',
  price: '',
  repeat: NO_REPEAT,
};

/** The free texts, in contrast to chosen values. */
const TEXTS: (keyof SessionForm)[] = keysOf(SESSION_WORDS).filter((field) => SESSION_WORDS[field].text);

export function isText(field: keyof SessionForm): boolean {
  return TEXTS.includes(field);
}

const isLikeNew = isLike(NEW);

export function isTypedSession(value: unknown): value is Partial<SessionForm> {
  return isLikeNew(value) && SESSION_STATUSES.includes(value.status ?? NEW.status);
}

/** The first error in a length, typed or stored; null if it is valid. */
function durationMistake(typed: number | string): Mistake | null {
  if (typeof typed === 'string' && typed !== '') return { code: 'custom', text: NO_WHOLE_NUMBER };
  return Number.isInteger(typed)
    ? firstMistake(DURATION_CHECKS, Number(typed))
    : { code: 'custom', text: SESSION_TEXT.tooShort };
}

export function isDuration(typed: number | string): typed is number {
  return durationMistake(typed) === null;
}

/** The rules of specification §5 by field. */
const RULES: Completion<SessionForm>['rules'] = {
  date: {
    checks: [not((date) => date === '', SESSION_TEXT.noDate), not((date) => !readIsoDate(date), NO_SUCH_DATE)],
  },
  time: { checks: [not((time) => !WALL_TIME.test(time), SESSION_TEXT.noTime)] },
  duration: { checks: [durationMistake] },
  status: { checks: [not((status) => !SESSION_STATUSES.includes(status), SESSION_TEXT.noStatus)] },
  news: sessionText(SESSION_LIMITS.textMax),
  thoughts: sessionText(SESSION_LIMITS.textMax),
  place: PLACE_RULES.session,
  price: PRICE_RULE,
};

/** Error texts, because a series cannot have its own place or price. */
const ONE_SESSION = {
  place: 'Другое место бывает у\u00A0одной сессии: у\u00A0серии оно как у\u00A0клиента',
  price: 'Своя цена бывает у\u00A0одной сессии: у\u00A0серии она как у\u00A0клиента',
} as const;

/** The chosen time must exist in the practitioner's zone, and the first and last day of a series must be allowed. */
function mistakesBetween(values: SessionForm, timeZone: string) {
  const exists = !wallTimeOf(values) || startOf(values, timeZone) !== null;
  const repeats = seriesStatusOf(values.status) !== null;
  const ofSeries = (field: keyof typeof ONE_SESSION) =>
    repeats && values.repeat.every !== '0' && values[field].trim() !== '' ? ONE_SESSION[field] : null;
  return {
    time: exists ? null : 'В\u00A0этот день часы переводят: такого времени нет',
    date: repeats ? firstDayMistake(values.repeat, values.date, readToday(timeZone)) : null,
    repeat: repeats ? endMistake(values.repeat, values.date) : null,
    place: ofSeries('place'),
    price: ofSeries('price'),
  };
}

/** Which texts a screen saves: 'completed' only those of completed sessions, 'always' all (SESSION-05). */
export type SavedTexts = 'completed' | 'always';

/** How a session is shown, validated and saved. Date and time together form one start. */
export function sessionRules(timeZone: string, texts: SavedTexts) {
  return {
    rules: RULES,
    between: (values) => mistakesBetween(values, timeZone),
    together: ['date', 'time'],
    formOf: (session) => formOf(session, timeZone),
    omitFromSave: ({ status }) => (texts === 'always' || status === 'completed' ? [] : TEXTS),
  } satisfies Partial<RecordRules<SessionForm, StoredSession>>;
}

export const EMPTY_FIELDS = 'Заполните все обязательные поля';

/** True when a field required for creation is empty (specification §5). */
export function hasEmptyFields(values: SessionForm): boolean {
  return (
    values.date === '' || values.time === '' || values.duration === '' || !SESSION_STATUSES.includes(values.status)
  );
}

/** Specification §2: today, 09:00, 60 minutes, planned; the address can give another day or time. */
export function newSessionForm(
  today: Temporal.PlainDate,
  wish: { date?: string; time?: string; duration?: number | string } = {},
): SessionForm {
  return {
    ...NEW,
    duration: wish.duration ?? NEW.duration,
    date: (readIsoDate(wish.date) ?? today).toString(),
    time: WALL_TIME.test(wish.time ?? '') ? (wish.time ?? '') : NEW.time,
  };
}

export function formOf(session: StoredSession, timeZone: string): Omit<SessionForm, Text> & Record<Text, SealedText> {
  const start = zoned(session.date, timeZone);
  const { duration, status, news, thoughts, place, price } = session;
  return {
    duration,
    status,
    news,
    thoughts,
    place,
    price: amountText(price),
    date: start ? start.toPlainDate().toString() : '',
    time: start ? showTime(start) : '',
    repeat: NO_REPEAT,
  };
}

/** The half hours of the day, plus the chosen time if it is not one of them (SESSION-04). */
export function timeChoices(time: string): string[] {
  if (!WALL_TIME.test(time) || SESSION_TIME_CHOICES.includes(time)) return [...SESSION_TIME_CHOICES];
  return [...SESSION_TIME_CHOICES, time].toSorted();
}

/** The instant at which the session begins; null without a valid time, and for one that a clock change skips. */
export function startOf(values: Pick<SessionForm, 'date' | 'time'>, timeZone: string): Temporal.Instant | null {
  const wall = wallTimeOf(values);
  return wall && instantAt(wall, timeZone);
}

/** The session begins after now. */
export function isAhead(values: Pick<SessionForm, 'date' | 'time'>, timeZone: string): boolean {
  const start = startOf(values, timeZone);
  return start !== null && Temporal.Instant.compare(start, readClock()) > 0;
}

/** Whether a session that has yet to take place starts in the past; false if that start is already stored. */
export function isLate(values: SessionForm, session: StoredSession | null, timeZone: string): boolean {
  const planned = values.status === 'scheduled' || values.status === 'reserved';
  const unchanged = session !== null && isSameStart(values, formOf(session, timeZone));
  return planned && !unchanged && startOf(values, timeZone) !== null && !isAhead(values, timeZone);
}

function isSameStart(a: Pick<SessionForm, 'date' | 'time'>, b: Pick<SessionForm, 'date' | 'time'>): boolean {
  return a.date === b.date && a.time === b.time;
}

function wallTimeOf({ date, time }: Pick<SessionForm, 'date' | 'time'>): Temporal.PlainDateTime | null {
  return WALL_TIME.test(time) ? (readIsoDate(date)?.toPlainDateTime(time) ?? null) : null;
}

/** The time span of these fields, half-open; null while they are incomplete. */
export function spanOf(
  values: Pick<SessionForm, 'date' | 'time' | 'duration'>,
  timeZone: string,
): { start: Temporal.Instant; end: Temporal.Instant } | null {
  const start = startOf(values, timeZone);
  const { duration } = values;
  return start && isDuration(duration) ? { start, end: start.add({ minutes: duration }) } : null;
}

/** True if these fields take time that `session` (null for a new one) does not already hold. */
export function claimsTime(values: SessionForm, session: StoredSession | null, timeZone: string): boolean {
  if (!holdsTime(values.status)) return false;
  return !session || !holdsTime(session.status) || !isSameTime(values, formOf(session, timeZone));
}

export type SpanFields = Pick<SessionForm, 'date' | 'time' | 'duration'>;

/** Both have the same start and length, to the minute. */
export function isSameTime(a: SpanFields, b: SpanFields): boolean {
  return isSameStart(a, b) && a.duration === b.duration;
}

/**
 * The fields of a stored session that stay as a draft: the texts, and with them «Состоялась», because without it they
 * can neither be shown nor saved. A time kept as a draft would look like the stored one.
 */
export function isKeptAsDraft(field: keyof SessionForm, values: SessionForm, stored: SessionForm): boolean {
  const written = TEXTS.some((text) => values[text] !== stored[text]);
  return isText(field) || (field === 'status' && values.status === 'completed' && written);
}

/** The body of a creation; news and thoughts are sent only for a completed session (SESSION-08). */
export function creationOf(values: SessionForm, timeZone: string) {
  const sent: Partial<SessionForm> = { ...values };
  for (const field of sessionRules(timeZone, 'completed').omitFromSave(values)) delete sent[field];
  return changesOf(sent, values, timeZone);
}

/** The body of an update. An unchanged start is left out, because the fields have lost its seconds. */
export function changesOf(changes: Partial<SessionForm>, values: SessionForm, timeZone: string) {
  const { date, time, repeat: _repeat, ...typed } = changes;
  const others = withStoredPrice(typed);
  if (date === undefined && time === undefined) return others;
  const start = startOf(values, timeZone);
  if (!start) throw new RangeError('no time');
  return { ...others, date: printInstant(start) };
}

/** The series that a new session begins; null if it does not repeat, and without a date or a time. */
export function seriesOf(client: string, values: SessionForm): SeriesRequest | null {
  const status = seriesStatusOf(values.status);
  if (!status || values.repeat.every === '0' || !wallTimeOf(values)) return null;
  const { date, time, duration } = values;
  return { client, start: `${date}T${time}`, duration: Number(duration), status, ...repeatOf(values.repeat) };
}
