import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffectEvent, useLayoutEffect, useState } from 'react';
import { hasCode } from '#web/ground/api/errors.ts';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import { cached } from '#web/practice/record-form/newest.ts';
import { afterPaint } from '#web/ground/parts/after-paint.ts';
import { type RecordForm, useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import type { SeriesRequest } from '#web/practice/series/calls.ts';
import { type NewSeries, useNewSeries } from '#web/practice/series/use-new-series.ts';
import { addSession, changeSession, firstOfSeries } from '#web/practice/sessions/actions.ts';
import { noteSaved } from '#web/ui/page/just-saved.ts';
import { overlapOf } from '#web/practice/sessions/overlap.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';
import { heldTimeQuery, refreshSessions, sessionQuery } from '#web/practice/sessions/queries.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import {
  changesOf,
  claimsTime,
  creationOf,
  EMPTY_FIELDS,
  hasEmptyFields,
  isAhead,
  isSameTime,
  isText,
  isTypedSession,
  newSessionForm,
  outlivesForm,
  seriesOf,
  sessionRules,
  spanOf,
} from '#web/practice/sessions/session-form.ts';
import type { SessionForm } from '#web/practice/sessions/session-form.ts';
import type { SessionFormOptions } from '#web/practice/sessions/session-form-options.ts';
import { editOf, type SeriesQuestion, useSeriesSave } from '#web/practice/sessions/use-series-save.ts';
import { useStepBack } from '#web/practice/sessions/use-step-back.ts';
import { type UsualTime, usualTime } from '#web/practice/sessions/usual-time.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** The form's step, values and errors. */
export interface SessionEditing extends RecordForm<SessionForm> {
  step: 1 | 2;
  timeZone: string;
  session: SessionRecord | null;
  /** The overlapping time, as far as this tab knows. */
  overlap: HeldSpan | null;
  /** The time is taken, according to this tab or to the server's refusal. */
  taken: boolean;
  deleted: boolean;
  /** «Как обычно»: a week after the client's last session, with its length. */
  usual: UsualTime | null;
  /** A typed text that is saved only with a completed session. */
  leavesTexts: boolean;
  /** The question which sessions of a series the edit concerns; null for a session of none. */
  scope: SeriesQuestion | null;
  /** The question about «Состоялась» for a time ahead. */
  early: { asking: boolean; agree: () => void; decline: () => void };
  /** «Повторять эту сессию» of a stored one. */
  repeating: boolean;
  setRepeating: (repeating: boolean) => void;
  /** The series that this session begins; null where it does not repeat. */
  series: SeriesRequest | null;
  /** What lies between the form and the save of that series, or of one that this session joins. */
  newSeries: NewSeries;
  /** Goes to step 2 unless step 1 has errors. */
  next: () => void;
  back: () => void;
  /** Goes to step 2 with «Состоялась» chosen. */
  write: () => void;
}

/** The two steps of a session, the same on their own page and in the dialog (SESSION-04, SESSION-07). */
export function useSessionForm(options: SessionFormOptions): SessionEditing {
  const {
    name,
    session,
    client,
    timeZone,
    deleted = false,
    opened = true,
    write = false,
    texts = 'completed',
  } = options;
  const queryClient = useQueryClient();
  const [step, setStep] = useState<1 | 2>(write ? 2 : 1);
  const [wasOpened, setWasOpened] = useState(opened);
  const [refused, setRefused] = useState(false);
  const [repeating, setRepeating] = useState(false);
  const series = useNewSeries();
  /** «Состоялась» for a time ahead is asked about once. */
  const [early, setEarly] = useState<'unasked' | 'asking' | 'agreed'>('unasked');
  if (opened !== wasOpened) {
    setWasOpened(opened);
    setStep(write ? 2 : 1);
    setRefused(false);
    setEarly('unasked');
    setRepeating(false);
    series.close();
  }

  const scope = useSeriesSave(session);
  const stopRepeating = () => setRepeating(false);
  const asking = opened && early === 'asking';
  useStepBack({
    within: opened && step === 2 && !write,
    saving: () => form.saving,
    decline: asking
      ? () => setEarly('unasked')
      : ([series, scope].find((part) => part.opened)?.close ?? (repeating ? stopRepeating : null)),
    left: () => form.guard.hidesForm,
    back: () => setStep(1),
  });
  const rules = sessionRules(timeZone, texts);
  const onPurpose = (fields: SessionForm): { allowOverlap?: true } =>
    taken && isSameTime(fields, values) ? { allowOverlap: true } : {};
  const form = useRecordForm<SessionForm, SessionRecord>({
    ...rules,
    name,
    record: session,
    start: newSessionForm(Temporal.Now.plainDateISO(timeZone), options.wish),
    isFields: isTypedSession,
    deleted,
    opened,
    outlives: (field, typed, stored) => session === null || outlivesForm(field, typed, stored),
    create:
      client === undefined
        ? undefined
        : async (attempt, fields) => {
            const wish = seriesOf(client, fields);
            if (wish) return noteSaved(await firstOfSeries(wish, await series.create(attempt.id, wish)));
            await addSession(client, attempt, { ...creationOf(fields, timeZone), ...onPurpose(fields) });
            noteSaved(attempt.id);
          },
    source: cached(queryClient, sessionQuery(session?.id ?? '')),
    change: (changes, { id }, fields) =>
      scope.save(changes, (own) => changeSession(id, { ...changesOf(own, fields, timeZone), ...onPurpose(fields) })),
    onMistakes: (errors) => {
      if (hasEmptyFields(form.draft.values)) toast.error(EMPTY_FIELDS);
      setStep(keysOf(errors).some(isText) ? 2 : 1);
      series.close();
    },
    refresh: () => void refreshSessions(),
    // Left, so that closing the dialog is no step back to its first page.
    onSaved: (fields, shown): void => {
      const said = scope.report();
      scope.close();
      const saved = () => options.onSaved(fields, shown, series.made.current, said);
      if (shown) form.guard.leave(saved);
      else saved();
    },
    onRefusal: (error) => {
      if (series.refused(error) || scope.refuses(error)) return true;
      scope.report();
      const isTaken = hasCode(error, 'date', 'slot_taken');
      if (isTaken) {
        setRefused(true);
        scope.close();
      }
      return isTaken;
    },
    onFailure: (error, again) => {
      const said = scope.report();
      // The open question has a button of its own to try again.
      options.onFailure(error, scope.opened && !said ? '' : again);
    },
  });
  const { draft, values } = form;
  if (scope.opened && (!opened || deleted || draft.conflicts.length > 0)) scope.close();
  const begin = useEffectEvent(() => {
    if (write) draft.give({ status: 'completed' });
  });
  useLayoutEffect(() => {
    if (opened) begin();
  }, [opened]);

  const held = useQuery({ ...heldTimeQuery(values.date, timeZone), enabled: opened && values.date !== '' });
  const claims = claimsTime(values, session, timeZone);
  const overlap = claims ? overlapOf(spanOf(values, timeZone), held.data ?? [], session?.id ?? null) : null;
  const taken = overlap !== null || (refused && claims);

  const { last } = options;
  const usual = last ? usualTime(last, Temporal.Now.instant(), timeZone) : null;

  const wish = client === undefined ? null : seriesOf(client, values);
  const goOn = () => {
    if (step === 1) afterPaint(() => setStep(2));
    else if (series.opened) series.submit();
    else if (!form.check()) return;
    else if (wish) series.open();
    else if (!scope.asks(deleted ? null : editOf(session, draft, timeZone))) form.save();
  };
  const goOnUnlessEarly = () => {
    const asks = early !== 'agreed' && session?.status !== 'completed' && isAhead(draft.values, timeZone);
    if (asks && draft.values.status === 'completed') setEarly('asking');
    else goOn();
  };
  const next = () => {
    toast.dismissErrors();
    if (form.check()) goOnUnlessEarly();
  };
  return {
    ...form,
    step,
    timeZone,
    session,
    overlap,
    taken,
    deleted,
    usual,
    leavesTexts: draft.isUnsaved((field) => isText(field) && rules.leavesOut(values).includes(field)),
    change: (part) => {
      form.change(part);
      if (!keysOf(part).every(isText)) setRefused(false);
    },
    next,
    back: () => setStep(1),
    write: () => {
      draft.give({ status: 'completed' });
      next();
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (step === 2) goOnUnlessEarly();
      else next();
    },
    scope: scope.question(form.save),
    early: {
      asking: early === 'asking',
      agree: () => {
        setEarly('agreed');
        goOn();
      },
      decline: () => setEarly('unasked'),
    },
    repeating: opened && repeating,
    setRepeating,
    series: wish,
    newSeries: series,
  };
}
