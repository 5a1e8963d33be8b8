import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { holdsTime } from '#domain/sessions/session.ts';
import { fieldTexts, hasCode } from '#web/api/errors.ts';
import { currentSession } from '#web/api/session.ts';
import { type Drafting, type Sent, useDraft } from '#web/api/use-draft.ts';
import { overlapOf } from '#web/sessions/overlap.ts';
import type { HeldSpan } from '#web/sessions/overlap.ts';
import { heldTimeQuery, refreshSessions } from '#web/sessions/queries.ts';
import type { SessionRecord } from '#web/sessions/queries.ts';
import {
  EMPTY_FIELDS,
  hasEmptyFields,
  isSameTime,
  isText,
  isTypedSession,
  keepsTime,
  outlivesForm,
  sessionFormSchema,
  spanOf,
  START,
  textsOf,
} from '#web/sessions/session-form.ts';
import type { SavedTexts, SessionForm, TypedSession } from '#web/sessions/session-form.ts';
import { focusDecision, focusFirstError } from '#web/ui/form/form-focus.ts';
import { toast } from '#web/ui/toast/toast.tsx';
import { type Fate, type LeaveGuard, useLeaveGuard } from '#web/ui/draft/use-leave-guard.ts';
import { useSending } from '#web/ui/form/use-sending.ts';

const FIELDS: (keyof SessionForm)[] = ['date', 'time', 'duration', 'status', 'news', 'thoughts'];

type Errors = Partial<Record<keyof SessionForm, string>>;

/** `attempt` serves a session that is created, `over` one that is stored. */
interface SaveAttempt extends Pick<Drafting<SessionForm>, 'attempt' | 'over'> {
  /** The overlap was seen, and is saved on purpose; of another time nothing was agreed on. */
  mayOverlap: (values: SessionForm) => boolean;
}

interface SessionFormOptions {
  /** Tells the drafts of this tab apart. */
  draft: string;
  /** What the form starts from; fields that were not touched follow it. */
  stored: SessionForm;
  /** The session that is edited; null while it is loaded and for a new one. */
  session: SessionRecord | null;
  /** It was deleted elsewhere while it stood here. */
  deleted?: boolean;
  timeZone: string;
  /** False while the form is not to be seen. */
  opened?: boolean;
  /** Which texts the screen saves. */
  texts: SavedTexts;
  /**
   * Stores what stands in the form; null when it did not, because something is to be decided on first. What it throws
   * is told by `onFailure`, except that the time is taken.
   */
  save: (attempt: SaveAttempt) => Promise<Sent<SessionForm> | null>;
  onSaved: (values: SessionForm) => void;
  onFailure: (error: unknown) => void;
}

/** How far the form has come, what stands in it and what stands in its way. */
export interface SessionEditing {
  step: 1 | 2;
  values: SessionForm;
  errors: Errors;
  timeZone: string;
  /** The session that is edited, whose own time is in nobody's way. */
  except: string | null;
  /** The time that is in the way as far as this tab knows. */
  overlap: HeldSpan | null;
  /** The time is taken: known here, or said by the server. */
  taken: boolean;
  sending: boolean;
  /** The id of the form on the screen, by which what failed is sent once more. */
  formId: string;
  deleted: boolean;
  /** Something was written that is saved only with a session that took place. */
  leavesTexts: boolean;
  /** What stands in the form before anything is typed. */
  stored: SessionForm;
  draft: Drafting<SessionForm>;
  guard: LeaveGuard;
  /** What happens to what was typed when the form is left. */
  fate: Fate;
  /** When what is typed was last kept as a draft. */
  keptAt: Temporal.Instant | null;
  change: (part: TypedSession) => void;
  /** Submits the step that is shown. */
  submit: () => void;
  back: () => void;
  /** Throws away what was typed, without a question. */
  discard: () => void;
}

/** The two steps of a session, the same on their own page and in the dialog (SESSION-04, SESSION-07). */
export function useSessionForm(options: SessionFormOptions): SessionEditing {
  const { stored, session, timeZone, deleted = false, opened = true } = options;
  const queryClient = useQueryClient();
  const { sending, send } = useSending();
  const [step, setStep] = useState<1 | 2>(1);
  const formId = useId();
  const [wasOpened, setWasOpened] = useState(opened);
  const [errors, setErrors] = useState<Errors>({});
  const [refused, setRefused] = useState(false);
  const draft = useDraft<SessionForm>({
    name: options.draft,
    stored,
    isFields: isTypedSession,
    together: START,
    shared: session !== null,
    opened,
  });
  const { values } = draft;
  // A new session is planned on.
  const outlives = (field: keyof SessionForm) =>
    !deleted && !draft.refused && (session === null || outlivesForm(field, values, stored));
  // Texts that this status leaves out stay as a draft whatever is done.
  const counts = (field: keyof SessionForm) =>
    deleted || session === null || !isText(field) || field in textsOf(draft.now(), options.texts);
  const guard = useLeaveGuard({
    opened,
    isUnsaved: () => draft.isUnsaved(counts),
    isLong: draft.isLong,
    onLeave: () => draft.leave(outlives),
    onDiscard: draft.forget,
  });

  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      setStep(1);
      setErrors({});
      setRefused(false);
    }
  }

  const held = useQuery({ ...heldTimeQuery(values.date, timeZone), enabled: values.date !== '' });
  const claims =
    holdsTime(values.status) && !(session && holdsTime(session.status) && keepsTime(values, session, timeZone));
  const overlap = claims ? overlapOf(spanOf(values, timeZone), held.data ?? [], session?.id ?? null) : null;
  const taken = overlap !== null || (refused && claims);

  const change = (part: TypedSession) => {
    draft.change(part);
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) }));
    if (Object.keys(part).some((field) => !isText(field))) setRefused(false);
  };

  const check = (form: SessionForm): boolean => {
    const problems: Errors = {};
    for (const { path, message } of sessionFormSchema(timeZone).safeParse(form).error?.issues ?? []) {
      const field = String(path[0]) as keyof SessionForm;
      problems[field] ??= message;
    }
    setErrors(problems);
    toast.dismissErrors();
    if (Object.keys(problems).length === 0) return true;
    if (hasEmptyFields(form)) toast.error(EMPTY_FIELDS);
    showStepOf(problems);
    return false;
  };

  const showStepOf = (problems: Errors) => {
    setStep(problems.news || problems.thoughts ? 2 : 1);
    focusFirstError();
  };

  const store = async (): Promise<Sent<SessionForm> | null> => {
    if (!check(draft.now())) return null;
    const mayOverlap = (form: SessionForm) => taken && isSameTime(form, values);
    const done = await options.save({ attempt: draft.attempt, over: draft.over, mayOverlap });
    if (!done) focusDecision();
    return done;
  };
  const save = async () => {
    let saved: SessionForm = values;
    try {
      const done = await draft.send(async () => {
        const pass = await store();
        if (pass) saved = pass.sent;
        return pass;
      });
      if (!done) return;
    } catch (error) {
      // Whoever was signed out meanwhile is told so where that leads them.
      if (currentSession().status !== 'user') return;
      void refreshSessions(queryClient);
      if (hasCode(error, 'date', 'slot_taken')) {
        setRefused(true);
        return;
      }
      const { date, time, duration, status, news, thoughts } = fieldTexts(error);
      const told = Object.entries({ date, time, duration, status, news, thoughts });
      const problems: Errors = Object.fromEntries(told.filter(([, text]) => text !== undefined));
      setErrors(problems);
      if (Object.keys(problems).length > 0) showStepOf(problems);
      options.onFailure(error);
      return;
    }
    void refreshSessions(queryClient);
    options.onSaved(saved);
  };

  return {
    step,
    values,
    errors,
    timeZone,
    except: session?.id ?? null,
    overlap,
    taken,
    sending,
    formId,
    deleted,
    leavesTexts: draft.isUnsaved((field) => isText(field) && !(field in textsOf(values, options.texts))),
    stored,
    draft,
    guard,
    fate: fateOf(values, stored, outlives),
    keptAt: draft.keptAt,
    change,
    submit: () => {
      if (step === 2) send(save);
      else if (check(draft.now())) setStep(2);
    },
    back: () => setStep(1),
    discard: draft.forget,
  };
}

function fateOf(values: SessionForm, stored: SessionForm, outlives: (field: keyof SessionForm) => boolean): Fate {
  const typed = FIELDS.filter((field) => values[field] !== stored[field]);
  if (typed.every(outlives)) return 'kept';
  return typed.some(outlives) ? 'texts-kept' : 'lost';
}
