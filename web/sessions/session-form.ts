import { z } from 'zod';
import { SESSION_DURATION, SESSION_STATUSES, SESSION_TEXT, SESSION_TIME_CHOICES } from '#domain/sessions/session.ts';
import { sessionValues } from '#domain/sessions/session-values.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import { printInstant } from '#domain/time/instant.ts';
import { WALL_TIME } from '#domain/time/wall-time.ts';
import { showTime, zoned } from '#web/format/dates.ts';
import { instantAt } from '#web/sessions/instant-at.ts';

/** What stands in the fields: a date and a time on the practitioner's clock; a length may be half typed. */
export interface SessionForm {
  /** 'YYYY-MM-DD'; '' while none is chosen. */
  date: string;
  /** 'HH:mm'; '' while none is chosen. */
  time: string;
  /** Minutes. */
  duration: number | string;
  status: SessionStatus;
  news: string;
  thoughts: string;
}

/** Which fields differ from what the form starts from. */
export type TypedSession = Partial<SessionForm>;

const typed = z
  .object({
    date: z.string(),
    time: z.string(),
    duration: z.union([z.number(), z.string()]),
    status: z.enum(SESSION_STATUSES),
    news: z.string(),
    thoughts: z.string(),
  })
  .partial();

export function isTypedSession(value: unknown): value is TypedSession {
  return typed.safeParse(value).success;
}

/** Date and time stand for one start. */
export const START: readonly (keyof SessionForm)[] = ['date', 'time'];

/** What was written, and not chosen. */
export function isText(field: string): boolean {
  return field === 'news' || field === 'thoughts';
}

/** The fields of a stored session that the form shows and changes. */
export interface StoredSession {
  date: string;
  duration: number;
  status: SessionStatus;
  news: string;
  thoughts: string;
}

const { duration, status, news, thoughts } = sessionValues.shape;

const fields = z.object({
  date: z.iso.date(SESSION_TEXT.noDate),
  time: z.string().regex(WALL_TIME, SESSION_TEXT.noTime),
  duration,
  status,
  news,
  thoughts,
});

/** The rules of specification §5 by field, and that the chosen time exists in the practitioner's zone. */
export function sessionFormSchema(timeZone: string) {
  return fields.refine((values) => !wallTimeOf(values) || startOf(values, timeZone) !== null, {
    path: ['time'],
    message: 'В этот день часы переводят: такого времени нет',
  });
}

export const EMPTY_FIELDS = 'Заполните все обязательные поля';

/** True when one of the fields that creation cannot do without is empty (specification §5). */
export function hasEmptyFields(values: SessionForm): boolean {
  return (
    values.date === '' || values.time === '' || values.duration === '' || !SESSION_STATUSES.includes(values.status)
  );
}

/** Specification §2: today, 09:00, 60 minutes, planned, unless the address names another day or time. */
export function newSessionForm(today: Temporal.PlainDate, wish: { date?: string; time?: string } = {}): SessionForm {
  return {
    date: fields.shape.date.safeParse(wish.date).data ?? today.toString(),
    time: fields.shape.time.safeParse(wish.time).data ?? '09:00',
    duration: SESSION_DURATION.default,
    status: 'scheduled',
    news: '',
    thoughts: '',
  };
}

export function formOf(session: StoredSession, timeZone: string): SessionForm {
  const start = zoned(session.date, timeZone);
  return {
    date: start ? start.toPlainDate().toString() : '',
    time: start ? showTime(start) : '',
    duration: session.duration,
    status: session.status,
    news: session.news,
    thoughts: session.thoughts,
  };
}

/** The half hours of the day, with the chosen time among them where it is none of those (SESSION-04). */
export function timeChoices(time: string): string[] {
  if (!WALL_TIME.test(time) || SESSION_TIME_CHOICES.includes(time)) return [...SESSION_TIME_CHOICES];
  return [...SESSION_TIME_CHOICES, time].toSorted();
}

/** The instant at which the session begins; null for no time, and for one that a clock change skips. */
export function startOf(values: Pick<SessionForm, 'date' | 'time'>, timeZone: string): Temporal.Instant | null {
  const wall = wallTimeOf(values);
  return wall && instantAt(wall, timeZone);
}

function wallTimeOf({ date, time }: Pick<SessionForm, 'date' | 'time'>): Temporal.PlainDateTime | null {
  if (!fields.shape.date.safeParse(date).success || !WALL_TIME.test(time)) return null;
  return Temporal.PlainDate.from(date).toPlainDateTime(time);
}

/** The time a session of these fields takes; null while they name none. Half-open. */
export function spanOf(
  values: Pick<SessionForm, 'date' | 'time' | 'duration'>,
  timeZone: string,
): { start: Temporal.Instant; end: Temporal.Instant } | null {
  const start = startOf(values, timeZone);
  const minutes = duration.safeParse(values.duration);
  return start && minutes.success ? { start, end: start.add({ minutes: minutes.data }) } : null;
}

/** True when the fields still name the stored start and length, to the minute. */
export function keepsTime(values: SessionForm, session: StoredSession, timeZone: string): boolean {
  return isSameTime(values, formOf(session, timeZone));
}

/** Both name the same start and length. */
export function isSameTime(a: SessionForm, b: SessionForm): boolean {
  return a.date === b.date && a.time === b.time && a.duration === b.duration;
}

/**
 * What of a stored session stays as a draft when its form is left: the texts, and with them «Состоялась», without which
 * they could neither be seen nor saved. A moved time left behind would pass as the stored one.
 */
export function outlivesForm(field: keyof SessionForm, values: SessionForm, stored: SessionForm): boolean {
  const written = values.news !== stored.news || values.thoughts !== stored.thoughts;
  return isText(field) || (field === 'status' && values.status === 'completed' && written);
}

/** The body of a creation; news and thoughts go with a session that took place (SESSION-08). */
export function bodyOf(values: SessionForm, timeZone: string) {
  const start = startOf(values, timeZone);
  if (!start) throw new RangeError('no time');
  return {
    date: printInstant(start),
    duration: Number(values.duration),
    status: values.status,
    ...textsOf(values, 'completed'),
  };
}

/** Which texts a screen saves: 'completed' those of a session that took place, 'always' all (SESSION-05). */
export type SavedTexts = 'completed' | 'always';

/**
 * The body of an update: only what was changed. The start in particular is sent only when it was chosen anew, because
 * the fields know it to the minute alone.
 */
export function changesOf(values: SessionForm, session: StoredSession, timeZone: string, texts: SavedTexts) {
  const stored = formOf(session, timeZone);
  const start = startOf(values, timeZone);
  const moved = values.date !== stored.date || values.time !== stored.time;
  const written = textsOf(values, texts);
  return {
    ...(moved && start && { date: printInstant(start) }),
    ...(values.duration !== stored.duration && { duration: Number(values.duration) }),
    ...(values.status !== stored.status && { status: values.status }),
    ...(written.news !== undefined && written.news !== stored.news && { news: written.news }),
    ...(written.thoughts !== undefined && written.thoughts !== stored.thoughts && { thoughts: written.thoughts }),
  };
}

/** The texts that are saved with these values. */
export function textsOf(values: SessionForm, texts: SavedTexts): { news?: string; thoughts?: string } {
  const saved = texts === 'always' || values.status === 'completed';
  return saved ? { news: values.news, thoughts: values.thoughts } : {};
}
