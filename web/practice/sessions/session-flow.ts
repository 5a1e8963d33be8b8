import { capital, showDayAndMonth, showDayInWords, showWeekday } from '#web/ground/format/dates.ts';
import { type OccurrenceRequest, wishOf } from '#web/practice/series/change/occurrence-wish.ts';
import { isAhead, SESSION_WORDS, type SessionForm, type SpanFields } from '#web/practice/sessions/session-form.ts';

/** What the edit of an occurrence could mean for its series, also in words: «Понедельник, 23 ноября: 10:00 → 11:30». */
export interface SeriesEdit {
  wish: OccurrenceRequest;
  edits: readonly string[];
}

/** What can stand over a step: «Состоялась» ahead of time, which sessions of a series, a new series' dates, and how a stored session repeats. */
type Question = 'early' | 'scope' | 'preview' | 'repeat' | 'repeat-preview';

/** Where the dialog of a session is: 0 is the session to read, 1 and 2 are the steps of its form. */
type Step = 0 | 1 | 2;

/** Where the form of a session is. */
export interface SessionFlow {
  step: Step;
  /** «Записать» has led to the second step from what is read, and it leads back there. */
  direct: boolean;
  /** A press has led here, and the focus follows. */
  turned: boolean;
  /** The question over the step; null while the step itself is shown. */
  question: Question | null;
  /** «Состоялась» for a time ahead is agreed to, and not asked about again. */
  early: boolean;
  /** The time that the server has refused as taken. */
  refused: SpanFields | null;
  /** What 'scope' is about, as it was when it was asked: a saved part of it changes what is stored. */
  edit: SeriesEdit | null;
  /** The series of which it is unknown whether the last attempt was stored: another preview would show its sessions as conflicts. */
  unsure: string | null;
}

export type FlowEvent =
  | { type: 'edit' | 'write' | 'details' | 'back' | 'close' | 'agree early' }
  | { type: 'draft'; step: 1 | 2 }
  | { type: 'taken'; time: SpanFields }
  | { type: 'ask'; question: Exclude<Question, 'scope'> }
  | { type: 'ask scope'; edit: SeriesEdit }
  | { type: 'mistakes'; step: 1 | 2 }
  | { type: 'failed'; unsure: string | null };

export function beginAt(step: Step): SessionFlow {
  return { step, direct: false, turned: false, question: null, early: false, refused: null, edit: null, unsure: null };
}

export function flowAfter(flow: SessionFlow, event: FlowEvent): SessionFlow {
  switch (event.type) {
    case 'edit':
      return { ...flow, step: 1, turned: true };
    case 'draft':
      return { ...flow, step: flow.turned ? 1 : event.step };
    case 'write':
      return { ...flow, step: 2, direct: true, turned: true };
    case 'details':
      return { ...flow, step: 2, direct: false, turned: true };
    case 'back':
      if (flow.question === null) return { ...flow, step: flow.direct ? 0 : 1, direct: false, turned: true };
      return { ...flow, question: flow.question === 'repeat-preview' ? 'repeat' : null };
    case 'close':
      return { ...flow, question: null };
    case 'ask':
      return { ...flow, question: event.question };
    case 'ask scope':
      return { ...flow, question: 'scope', edit: event.edit };
    case 'agree early':
      return { ...flow, question: null, early: true };
    case 'mistakes':
      return { ...flow, question: null, step: event.step };
    case 'taken':
      return { ...flow, question: null, refused: event.time };
    case 'failed':
      return { ...flow, unsure: event.unsure };
  }
}

/** What the form knows when a valid step is submitted. */
interface Submitted {
  /** «Состоялась» is chosen newly, for a time ahead. */
  isEarly: boolean;
  /** A new series begins. */
  repeats: boolean;
  /** What the edit could mean for the series of its session; null where it concerns that session alone. */
  edit: SeriesEdit | null;
}

/** What submitting the current step leads to; null saves. */
export function eventAfter({ step, early }: SessionFlow, { isEarly, repeats, edit }: Submitted): FlowEvent | null {
  if (isEarly && !early) return { type: 'ask', question: 'early' };
  if (step === 1) return { type: 'details' };
  if (repeats) return { type: 'ask', question: 'preview' };
  return edit && { type: 'ask scope', edit };
}

/** What the edit of a session could mean for its series; null where it concerns that session alone. */
export function editOf(stored: SessionForm, values: SessionForm, timeZone: string): SeriesEdit | null {
  const wish = wishOf(stored, values, !isAhead(stored, timeZone));
  const edits = (['date', 'duration', 'status'] as const).flatMap((field) => {
    const { what, show } = SESSION_WORDS[field];
    const [before, after] = [show?.(stored), show?.(values)];
    if (before === after) return [];
    return field === 'date' ? showMove(stored, values) : `${capital(what)}: ${before} → ${after}`;
  });
  return wish && { wish, edits };
}

/** «Понедельник, 23 ноября: 10:00 → 11:30», «Понедельник, 23 ноября, 10:00 → вторник, 24 ноября, 10:00» */
function showMove(from: SessionForm, to: SessionForm): string {
  const [before, after] = [from.date, to.date].map((date) => Temporal.PlainDate.from(date));
  if (!before || !after) return '';
  if (before.equals(after)) return `${showDayInWords(before)}: ${from.time} → ${to.time}`;
  return `${showDayInWords(before)}, ${from.time} → ${showWeekday(after)}, ${showDayAndMonth(after)}, ${to.time}`;
}
