import { capital, showDayAndMonth, showDayInWords, showWeekday } from '#web/ground/format/dates.ts';
import { type OccurrenceRequest, wishOf } from '#web/practice/series/change/occurrence-wish.ts';
import { isAhead, SESSION_WORDS, type SessionForm, type SpanFields } from '#web/practice/sessions/session-form.ts';

/** An edit of an occurrence that could apply to its series, also in words: «Понедельник, 23 ноября: 10:00 → 11:30». */
export interface SeriesEdit {
  wish: OccurrenceRequest;
  edits: readonly string[];
}

/**
 * The follow-up dialogs of a step: «Состоялась» ahead of time, which sessions of a series to change, the dates of a new
 * series, and how a stored session repeats.
 */
type Question = 'early' | 'scope' | 'preview' | 'repeat' | 'repeat-preview';

/** The page of the session's dialog: 0 is the read mode, 1 and 2 are the steps of the form. */
type Step = 0 | 1 | 2;

/** The state of the session's form. */
export interface SessionFlow {
  step: Step;
  /** True if «Записать» led from read mode directly to step 2; then Back leads to read mode. */
  direct: boolean;
  /** True if an action of the person led to this step; then the focus moves there. */
  turned: boolean;
  /** The open follow-up dialog; null while the step itself is shown. */
  question: Question | null;
  /** True once «Состоялась» ahead of time has been confirmed; then it is not asked again. */
  early: boolean;
  /** The time that the server has refused as taken. */
  refused: SpanFields | null;
  /** The edit that 'scope' asks about, as it was then: a partly stored save changes the stored values. */
  edit: SeriesEdit | null;
  /**
   * The series whose last attempt may or may not have been stored; a refetched preview would show its own sessions as
   * conflicts.
   */
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

/** The state of the form when a valid step is submitted. */
interface Submitted {
  /** «Состоялась» was newly chosen for a future time. */
  isEarly: boolean;
  /** A new series begins. */
  repeats: boolean;
  /** The part of the edit that could apply to the series; null if it concerns only this session. */
  edit: SeriesEdit | null;
}

/** The next step after submitting the current one; null if the form is saved. */
export function eventAfter({ step, early }: SessionFlow, { isEarly, repeats, edit }: Submitted): FlowEvent | null {
  if (isEarly && !early) return { type: 'ask', question: 'early' };
  if (step === 1) return { type: 'details' };
  if (repeats) return { type: 'ask', question: 'preview' };
  return edit && { type: 'ask scope', edit };
}

/** The part of an edit that could apply to the session's series; null if it concerns only that session. */
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
