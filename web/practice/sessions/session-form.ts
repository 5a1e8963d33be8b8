import { z } from 'zod';
import {
  holdsTime,
  SESSION_DURATION,
  SESSION_STATUS_LABEL,
  SESSION_STATUSES,
  SESSION_TEXT,
  SESSION_TIME_CHOICES,
} from '#domain/sessions/session.ts';
import { sessionValues } from '#domain/sessions/session-values.ts';
import { printInstant } from '#domain/time/instant.ts';
import { WALL_TIME } from '#domain/time/wall-time.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import type { FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import type { RecordRules } from '#web/practice/record-form/save-record.ts';
import {
  endMistake,
  firstDayMistake,
  NO_REPEAT,
  repeat,
  repeatOf,
  seriesStatusOf,
} from '#web/practice/series/repeat.ts';
import type { SeriesRequest } from '#web/practice/series/calls.ts';
import { instantAt } from '#web/practice/sessions/instant-at.ts';

/** The fields of the form, possibly incomplete, with the initial values of a new session (specification §2). */
const typed = z.object({
  /** 'YYYY-MM-DD' in the practitioner's zone; '' while no date is chosen. */
  date: z.string().default(''),
  /** 'HH:mm'; '' while no time is chosen. */
  time: z.string().default('09:00'),
  /** Minutes. */
  duration: z.union([z.number(), z.string()]).default(SESSION_DURATION.default),
  status: z.enum(SESSION_STATUSES).default('scheduled'),
  news: z.string().default(''),
  thoughts: z.string().default(''),
  /** Only of a new session. */
  repeat: repeat.default(NO_REPEAT),
});

export type SessionForm = z.infer<typeof typed>;

type Text = 'news' | 'thoughts';

/** The same fields of a stored session; its `date` is an instant. */
export type StoredSession = Omit<SessionForm, 'time' | 'repeat' | Text> & Record<Text, SealedText>;

/** The name and value of a field in the notice about a change from another window. */
export const SESSION_WORDS: Required<FormWords<Omit<SessionForm, 'repeat'>>> = {
  date: { what: 'дата и\u00A0время', show: ({ date, time }) => `${showDate(Temporal.PlainDate.from(date))} ${time}` },
  time: { what: 'время' },
  duration: { what: 'продолжительность', show: ({ duration }) => showDuration(Number(duration)) },
  status: { what: 'статус', show: ({ status }) => SESSION_STATUS_LABEL[status] },
  news: { what: 'новости клиента', text: true },
  thoughts: { what: 'мысли о\u00A0сессии', text: true },
};

const NEW = typed.parse({});

/** The free texts, in contrast to chosen values. */
const TEXTS: (keyof SessionForm)[] = keysOf(SESSION_WORDS).filter((field) => SESSION_WORDS[field].text);

export function isText(field: keyof SessionForm): boolean {
  return TEXTS.includes(field);
}

export function isTypedSession(value: unknown): value is Partial<SessionForm> {
  return typed.partial().safeParse(value).success;
}

const rules = sessionValues.omit({ client: true, description: true }).extend({
  date: z.iso.date(SESSION_TEXT.noDate),
  time: z.string().regex(WALL_TIME, SESSION_TEXT.noTime),
  repeat,
});

/**
 * The rules of specification §5 by field; the chosen time must also exist in the practitioner's zone, and a series begin
 * and end where one can.
 */
function schemaIn(timeZone: string) {
  return rules.superRefine(
    (values, context) => {
      const mistake = (field: keyof SessionForm, message: string | null) => {
        if (message !== null) context.addIssue({ code: 'custom', path: [field], message });
      };
      const exists = !wallTimeOf(values) || startOf(values, timeZone) !== null;
      mistake('time', exists ? null : 'В\u00A0этот день часы переводят: такого времени нет');
      if (!seriesStatusOf(values.status)) return;
      mistake('date', firstDayMistake(values.repeat, values.date, Temporal.Now.plainDateISO(timeZone)));
      mistake('repeat', endMistake(values.repeat, values.date));
    },
    // Runs even when another field is invalid: a stored field can be invalid and still be accepted.
    { when: () => true },
  );
}

/** Which texts a screen saves: 'completed' only those of completed sessions, 'always' all (SESSION-05). */
export type SavedTexts = 'completed' | 'always';

/** How a session is shown, validated and saved. Date and time together form one start. */
export function sessionRules(timeZone: string, texts: SavedTexts) {
  return {
    schema: schemaIn(timeZone),
    together: ['date', 'time'],
    formOf: (session) => formOf(session, timeZone),
    leavesOut: ({ status }) => (texts === 'always' || status === 'completed' ? [] : TEXTS),
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
export function newSessionForm(today: Temporal.PlainDate, wish: { date?: string; time?: string } = {}): SessionForm {
  return {
    ...NEW,
    date: rules.shape.date.safeParse(wish.date).data ?? today.toString(),
    time: rules.shape.time.safeParse(wish.time).data ?? NEW.time,
  };
}

export function formOf(session: StoredSession, timeZone: string): Omit<SessionForm, Text> & Record<Text, SealedText> {
  const start = zoned(session.date, timeZone);
  const { duration, status, news, thoughts } = session;
  return {
    duration,
    status,
    news,
    thoughts,
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
  return start !== null && Temporal.Instant.compare(start, Temporal.Now.instant()) > 0;
}

/** The chosen start has passed, and something is still to take place then: not for a time that is stored already. */
export function isLate(values: SessionForm, session: StoredSession | null, timeZone: string): boolean {
  const planned = values.status === 'scheduled' || values.status === 'reserved';
  const unchanged = session !== null && isSameStart(values, formOf(session, timeZone));
  return planned && !unchanged && startOf(values, timeZone) !== null && !isAhead(values, timeZone);
}

function isSameStart(a: Pick<SessionForm, 'date' | 'time'>, b: Pick<SessionForm, 'date' | 'time'>): boolean {
  return a.date === b.date && a.time === b.time;
}

function wallTimeOf({ date, time }: Pick<SessionForm, 'date' | 'time'>): Temporal.PlainDateTime | null {
  if (!rules.shape.date.safeParse(date).success || !WALL_TIME.test(time)) return null;
  return Temporal.PlainDate.from(date).toPlainDateTime(time);
}

/** The time span of these fields, half-open; null while they are incomplete. */
export function spanOf(
  values: Pick<SessionForm, 'date' | 'time' | 'duration'>,
  timeZone: string,
): { start: Temporal.Instant; end: Temporal.Instant } | null {
  const start = startOf(values, timeZone);
  const minutes = rules.shape.duration.safeParse(values.duration);
  return start && minutes.success ? { start, end: start.add({ minutes: minutes.data }) } : null;
}

/** True when these fields take time that `session` (null for a new one) does not already hold. */
export function claimsTime(values: SessionForm, session: StoredSession | null, timeZone: string): boolean {
  if (!holdsTime(values.status)) return false;
  return !session || !holdsTime(session.status) || !isSameTime(values, formOf(session, timeZone));
}

type SpanFields = Pick<SessionForm, 'date' | 'time' | 'duration'>;

/** Both have the same start and length, to the minute. */
export function isSameTime(a: SpanFields, b: SpanFields): boolean {
  return isSameStart(a, b) && a.duration === b.duration;
}

/**
 * The fields of a stored session that stay as a draft: the texts, and with them «Состоялась», because without it they
 * can neither be shown nor saved. A time kept as a draft would look like the stored one.
 */
export function outlivesForm(field: keyof SessionForm, values: SessionForm, stored: SessionForm): boolean {
  const written = TEXTS.some((text) => values[text] !== stored[text]);
  return isText(field) || (field === 'status' && values.status === 'completed' && written);
}

/** The body of a creation; news and thoughts are sent only for a completed session (SESSION-08). */
export function creationOf(values: SessionForm, timeZone: string) {
  const sent: Partial<SessionForm> = { ...values };
  for (const field of sessionRules(timeZone, 'completed').leavesOut(values)) delete sent[field];
  return changesOf(sent, values, timeZone);
}

/** The body of an update. An unchanged start is left out, because the fields have lost its seconds. */
export function changesOf(changes: Partial<SessionForm>, values: SessionForm, timeZone: string) {
  const { date, time, repeat: _repeat, ...others } = changes;
  if (date === undefined && time === undefined) return others;
  const start = startOf(values, timeZone);
  if (!start) throw new RangeError('no time');
  return { ...others, date: printInstant(start) };
}

/** The series that a new session begins; null where it does not repeat, and without a date or a time. */
export function seriesOf(client: string, values: SessionForm): SeriesRequest | null {
  const status = seriesStatusOf(values.status);
  if (!status || values.repeat.every === '0' || !wallTimeOf(values)) return null;
  const { date, time, duration } = values;
  return { client, start: `${date}T${time}`, duration: Number(duration), status, ...repeatOf(values.repeat) };
}
