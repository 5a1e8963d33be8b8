import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { holdsTime } from '#domain/sessions/session.ts';
import { fieldTexts, hasCode } from '#web/api/errors.ts';
import { currentSession } from '#web/api/session.ts';
import { useDraft } from '#web/api/use-draft.ts';
import { overlapOf } from '#web/sessions/overlap.ts';
import type { HeldSpan } from '#web/sessions/overlap.ts';
import { heldTimeQuery, refreshSessions } from '#web/sessions/queries.ts';
import type { SessionRecord } from '#web/sessions/queries.ts';
import {
  EMPTY_FIELDS,
  hasEmptyFields,
  isTypedSession,
  keepsTime,
  sessionFormSchema,
  spanOf,
  textsOnly,
  withChange,
} from '#web/sessions/session-form.ts';
import type { SessionForm, TypedSession } from '#web/sessions/session-form.ts';
import { focusFirstError } from '#web/ui/form-focus.ts';
import { toast } from '#web/ui/toast.tsx';
import { useSending } from '#web/ui/use-sending.ts';

const NOTHING_TYPED: TypedSession = {};

type Errors = Partial<Record<keyof SessionForm, string>>;

interface SaveAttempt {
  allowOverlap: boolean;
  /** For a session that is created: the same for all attempts. */
  newId: string;
}

interface SessionFormOptions {
  /** Tells the drafts of this tab apart. */
  draft: string;
  /** What the form starts from; fields that were not touched follow it. */
  stored: SessionForm;
  /** The session that is edited; null while it is loaded and for a new one. */
  session: SessionRecord | null;
  timeZone: string;
  /** False while the form is not to be seen. */
  opened?: boolean;
  /** Stores the values; what it throws is told by `onFailure`, except that the time is taken. */
  save: (values: SessionForm, attempt: SaveAttempt) => Promise<void>;
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
  /** When what is typed was last kept as a draft. */
  keptAt: Temporal.Instant | null;
  change: (part: TypedSession) => void;
  /** Submits the step that is shown. */
  submit: () => void;
  back: () => void;
  /** Throws away what was typed. */
  discard: () => void;
  /** Starts anew at step 1; texts alone stay as a draft. */
  rewind: () => void;
}

/** The two steps of a session, the same on their own page and in the dialog (SESSION-04, SESSION-07). */
export function useSessionForm(options: SessionFormOptions): SessionEditing {
  const { stored, session, timeZone } = options;
  const queryClient = useQueryClient();
  const { sending, send } = useSending();
  const [step, setStep] = useState<1 | 2>(1);
  const [errors, setErrors] = useState<Errors>({});
  const [refused, setRefused] = useState(false);
  const draft = useDraft<TypedSession>({
    name: options.draft,
    stored: NOTHING_TYPED,
    isValues: isTypedSession,
    opened: options.opened ?? true,
  });
  const values: SessionForm = { ...stored, ...draft.values };

  const held = useQuery({ ...heldTimeQuery(values.date, timeZone), enabled: values.date !== '' });
  const claims =
    holdsTime(values.status) && !(session && holdsTime(session.status) && keepsTime(values, session, timeZone));
  const overlap = claims ? overlapOf(spanOf(values, timeZone), held.data ?? [], session?.id ?? null) : null;
  const taken = overlap !== null || (refused && claims);

  const change = (part: TypedSession) => {
    draft.change(withChange(draft.values, part, stored));
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) }));
    if (Object.keys(part).length > Object.keys(textsOnly(part)).length) setRefused(false);
  };

  const check = (): boolean => {
    const problems: Errors = {};
    for (const { path, message } of sessionFormSchema(timeZone).safeParse(values).error?.issues ?? []) {
      const field = String(path[0]) as keyof SessionForm;
      problems[field] ??= message;
    }
    setErrors(problems);
    toast.dismissErrors();
    if (Object.keys(problems).length === 0) return true;
    if (hasEmptyFields(values)) toast.error(EMPTY_FIELDS);
    showStepOf(problems);
    return false;
  };

  const showStepOf = (problems: Errors) => {
    setStep(problems.news || problems.thoughts ? 2 : 1);
    focusFirstError();
  };

  const save = async () => {
    if (!check()) return;
    try {
      await options.save(values, { allowOverlap: taken, newId: draft.newId });
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
    draft.forget();
    void refreshSessions(queryClient);
    options.onSaved(values);
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
    keptAt: draft.keptAt,
    change,
    submit: () => {
      if (step === 2) send(save);
      else if (check()) setStep(2);
    },
    back: () => setStep(1),
    discard: draft.forget,
    rewind: () => {
      setStep(1);
      const texts = textsOnly(draft.values);
      if (Object.keys(texts).length > 0) draft.change(texts);
      else draft.forget();
      setErrors({});
      setRefused(false);
    },
  };
}
