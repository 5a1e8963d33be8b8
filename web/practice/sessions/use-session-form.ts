import { readIsoDate } from '#domain/time/iso-date.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffectEvent, useId, useLayoutEffect, useReducer, useState } from 'react';
import { hasCode, isRefusal } from '#web/ground/api/errors.ts';
import { afterPaint } from '#web/ground/parts/after-paint.ts';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { isOutdated, previewAgain } from '#web/practice/series/preview-again.ts';
import { overlapOf } from '#web/practice/sessions/overlap.ts';
import { heldTimeQuery, refreshSessions, sessionQuery } from '#web/practice/sessions/queries.ts';
import type { SessionRecord, SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import { type Agreement, saySaved, sessionSave } from '#web/practice/sessions/save-session.ts';
import { beginAt, editOf, eventAfter, flowAfter, type SessionFlow } from '#web/practice/sessions/session-flow.ts';
import {
  claimsTime,
  EMPTY_FIELDS,
  hasEmptyFields,
  isAhead,
  isSameTime,
  isText,
  isTypedSession,
  newSessionForm,
  isKeptAsDraft,
  type SavedTexts,
  seriesOf,
  type SessionForm,
  sessionRules,
  spanOf,
} from '#web/practice/sessions/session-form.ts';
import { usualTime } from '#web/practice/sessions/usual-time.ts';
import { submitAgain } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { readClock, readToday } from '#web/ground/browser/clock.ts';

/** What a screen passes to the form of a session. */
interface SessionFormOptions {
  /** Distinguishes the drafts of this tab. */
  name: string;
  /** The edited session; null while it loads, and for a new one. */
  session: SessionRecord | null;
  /** The client of a new session; absent when editing. */
  client?: string;
  /** The client's last session; a new one can take over its weekday, time and length. */
  last?: SessionTimeRecord | null;
  /** The initial day, time and length of a new session. */
  wish?: Parameters<typeof newSessionForm>[1];
  /** True if it was deleted elsewhere while its form is open. */
  deleted?: boolean;
  timeZone: string;
  /** False while the form is not shown. */
  opened?: boolean;
  /** Opens in read mode unless there is a draft. */
  reads?: boolean;
  /** Opens on step 2 with «Состоялась» chosen (SESSION-13). */
  write?: boolean;
  /** Which texts the screen saves. */
  texts?: SavedTexts;
  /**
   * `shown` is false if the person left during the save; `made` counts the sessions of a new series. `report` shows the
   * result for a stored session, with `to` as the addresses for letters; after a change of its series that has already
   * been reported.
   */
  onSaved: (values: SessionForm, shown: boolean, made: number | null, report: (to: readonly string[]) => void) => void;
  /** Shows any failure except a taken time. */
  onFailure: (error: unknown, form: string | null) => void;
}

export type SessionEditing = ReturnType<typeof useSessionForm>;

/** The form of a session in two steps, on its own page and in the dialog (SESSION-04, SESSION-07). */
export function useSessionForm(options: SessionFormOptions) {
  const { reads = false, write = false } = options;
  const { session, client, timeZone, deleted = false, opened = true, texts = 'completed' } = options;
  const [flow, dispatch] = useReducer(flowAfter, write ? 2 : reads ? 0 : 1, beginAt);
  const previewForm = useId();
  const [silent, setSilent] = useState(false);

  /** The options of one save, including its report. */
  const saving = (agreement: Agreement | null) => {
    const onPurpose = (fields: SessionForm) => taken && isSameTime(fields, values);
    const { done, ...calls } = sessionSave({ client, timeZone, onPurpose, agreement, silent });
    return {
      ...calls,
      refresh: () => {
        if (!done.sayChanged) return void refreshSessions();
        dispatch({ type: 'close' });
        done.sayChanged();
      },
      onSaved: (fields: SessionForm, shown: boolean) => {
        const report = (to: readonly string[]) => {
          if (!done.sayChanged) saySaved(done.move, to);
        };
        dispatch({ type: 'close' });
        const saved = () => options.onSaved(fields, shown, done.made, report);
        // Through the guard, so that closing the dialog does not count as Back to its first step.
        if (shown) form.guard.leave(saved);
        else saved();
      },
      // The open follow-up dialog has its own button to retry.
      onFailure: (error: unknown, again: string | null) =>
        options.onFailure(error, flow.question === 'scope' && !done.sayChanged ? '' : again),
    };
  };
  const rules = sessionRules(timeZone, texts);
  const form = useRecordForm<SessionForm, SessionRecord>({
    ...rules,
    ...saving(null),
    name: options.name,
    record: session,
    start: newSessionForm(readToday(timeZone), options.wish),
    isFields: isTypedSession,
    deleted,
    opened,
    stepBack:
      flow.question !== null || (flow.step === 2 && !write)
        ? { asking: flow.question !== null, back: () => dispatch({ type: 'back' }) }
        : null,
    keptAsDraft: (field, typed, stored) => session === null || isKeptAsDraft(field, typed, stored),
    source: cached(sessionQuery(session?.id ?? '')),
    onMistakes: (errors) => {
      if (hasEmptyFields(form.draft.values)) toast.error(EMPTY_FIELDS);
      dispatch({ type: 'mistakes', step: keysOf(errors).some(isText) ? 2 : 1 });
    },
    onRefusal: (error) => {
      dispatch({ type: 'failed', unsure: isRefusal(error) ? null : JSON.stringify(series) });
      if (flow.question === 'preview' && previewAgain(error)) return true;
      if (flow.question === 'scope' && isOutdated(error)) return true;
      if (!hasCode(error, 'date', 'slot_taken')) return false;
      dispatch({ type: 'taken', time: form.draft.values });
      return true;
    },
  });
  const { draft, values } = form;
  if (flow.question === 'scope' && (deleted || draft.conflicts.length > 0)) dispatch({ type: 'close' });
  // Unsaved text is never hidden behind the read mode.
  if (flow.step === 0 && opened && draft.isUnsaved())
    dispatch({ type: 'draft', step: values.status === 'completed' && draft.isUnsaved(isText) ? 2 : 1 });
  const begin = useEffectEvent(() => {
    if (write) draft.prefill({ status: 'completed' });
  });
  useLayoutEffect(() => {
    if (opened) begin();
  }, [opened]);

  const held = useQuery({
    ...heldTimeQuery(values.date, timeZone),
    enabled: opened && readIsoDate(values.date) !== null,
  });
  const claims = claimsTime(values, session, timeZone);
  /** The overlapping time, as far as this tab knows. */
  const overlap = claims ? overlapOf(spanOf(values, timeZone), held.data ?? [], session?.id ?? draft.triedId) : null;
  const taken = overlap !== null || (claims && flow.refused !== null && isSameTime(flow.refused, values));
  /** The series that this session begins; null if it does not repeat. */
  const series = client === undefined ? null : seriesOf(client, values);

  const save = (agreement: Agreement | null) => form.save(saving(agreement));
  const submit = (from: SessionFlow = flow) => {
    if (from.question === 'preview') return submitAgain(previewForm);
    toast.dismissErrors();
    if (!form.check()) return;
    const typed = draft.values;
    const event = eventAfter(from, {
      isEarly: typed.status === 'completed' && session?.status !== 'completed' && isAhead(typed, timeZone),
      repeats: series !== null,
      edit: session && session.series !== '' && !deleted ? editOf(draft.stored, typed, timeZone) : null,
    });
    if (event?.type === 'details') afterPaint(() => dispatch(event));
    else if (event) dispatch(event);
    else save(null);
  };
  return {
    ...form,
    flow,
    dispatch,
    timeZone,
    session,
    overlap,
    /** Whether the time is taken, according to this tab or to the server. */
    taken,
    /** «Как обычно»: a week after the client's last session, with its length. */
    usual: options.last ? usualTime(options.last, readClock(), timeZone) : null,
    deleted,
    /** Whether text was typed that is saved only with a completed session. */
    leavesTexts: draft.isUnsaved((field) => isText(field) && rules.omitFromSave(values).includes(field)),
    series,
    saveText: series ? 'Проверить даты' : taken ? 'Сохранить с\u00A0пересечением' : 'Сохранить',
    previewForm,
    silent,
    onSilent: setSilent,
    save,
    submit,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      submit();
    },
    agreeEarly: () => {
      const event = { type: 'agree early' } as const;
      dispatch(event);
      submit(flowAfter(flow, event));
    },
    /** Whether the texts are shown. */
    writes: flow.step === 2 && values.status === 'completed',
    /** '' if the client is deleted. */
    clientId: client ?? session?.client ?? '',
    /** Goes from read mode to the form. */
    edit: () => {
      // «Записать» may have chosen a status before.
      draft.discard();
      draft.prefill({});
      dispatch({ type: 'edit' });
    },
    /** Goes to step 2 with «Состоялась» chosen. */
    write: () => {
      draft.prefill({ status: 'completed' });
      dispatch({ type: 'write' });
    },
  };
}
