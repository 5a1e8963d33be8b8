import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { fieldTexts } from '#web/ground/api/errors.ts';
import { isReloading } from '#web/ground/api/reload.ts';
import { sealing } from '#web/ground/api/sealing.ts';
import { followTabs } from '#web/ground/browser/tab-copies.ts';
import { currentSession, ownId } from '#web/ground/api/session.ts';
import {
  completeFields,
  type FormShape,
  isLike,
  keysOf,
  withAbsent,
} from '#web/practice/record-form/changed-fields.ts';
import { type DraftOptions, DraftStore } from '#web/practice/record-form/draft-store.ts';
import {
  type FieldTexts,
  mistakesIn,
  type RecordRules,
  saveRecord,
  SignInEnded,
  whileSignedIn,
} from '#web/practice/record-form/save-record.ts';
import { useStore } from '#web/ground/browser/store.ts';
import { tabDrafts } from '#web/practice/record-form/tab-drafts.ts';
import {
  type LeaveGuard,
  type LeaveOutcome,
  type StepBack,
  useLeaveGuard,
} from '#web/practice/record-form/use-leave-guard.tsx';
import { useUnloadQuestion } from '#web/practice/record-form/use-unload-question.ts';
import { focusDecision, focusFirstError } from '#web/ui/form/form-focus.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

followTabs();
const TAB = tabDrafts();

export interface RecordFormOptions<Form extends object, Stored> extends RecordRules<Form, Stored> {
  /** Distinguishes the drafts of this tab. */
  name: string;
  /** Validates a draft from an earlier load of the page; by default fields with the types of `start`. */
  isFields?: FormShape<Form>['isFields'];
  /** The last loaded record; null for a new one. */
  record: Stored | null;
  /** True if the record was deleted elsewhere while its form is open; a save then creates a new record. */
  deleted?: boolean;
  /** False while the form is not shown. */
  opened?: boolean;
  /** What the browser's Back does within the form; null if it leaves the form. */
  stepBack?: StepBack | null;
  /** Opens the form again, with its draft, if its address alone does not do that. */
  reopen?: () => void;
  /** The fields that stay as a draft when the form is left; by default all. */
  keptAsDraft?: (field: keyof Form, values: Form, stored: Form) => boolean;
  onMistakes?: (errors: FieldTexts<Form>) => void;
  /** Refetches the queries that show the record, whether the save succeeded or not. */
  refresh?: () => void;
  /** `shown` is false if the person left during the save: then their current screen must not change. */
  onSaved: (values: Form, shown: boolean) => void | Promise<void>;
  /** Shows a refusal that concerns no field and returns true; returns false for any other failure. */
  onRefusal?: (error: unknown) => boolean;
  /**
   * Reports a failed save; `form` is the id of the form element for a retry. It is null if the form was left with a
   * draft, '' if it was left without one.
   */
  onFailure: (error: unknown, form: string | null) => void;
}

/** Overrides of the form's own functions for one save. */
type SaveCalls<Form extends object, Stored> = Partial<
  Pick<RecordFormOptions<Form, Stored>, 'create' | 'change' | 'refresh' | 'onSaved' | 'onFailure'>
>;

export interface RecordForm<Form extends object, Stored = unknown> {
  id: string;
  draft: DraftStore<Form>;
  values: Form;
  errors: FieldTexts<Form>;
  saving: boolean;
  /** True if a value differs from the stored one in meaning, not only in notation. */
  hasChanges: () => boolean;
  guard: LeaveGuard;
  change: (part: Partial<Form>) => void;
  /** Shows the errors that prevent a save; returns true if there are none. */
  check: () => boolean;
  save: (calls?: SaveCalls<Form, Stored>) => void;
  onSubmit: (event: FormEvent) => void;
}

/**
 * A form over one record: its draft, its errors, its save (see `saveRecord`), and the guard that protects unsaved
 * values.
 */
export function useRecordForm<Form extends object, Stored>(
  options: RecordFormOptions<Form, Stored>,
): RecordForm<Form, Stored> {
  const { name, record, together = [], deleted = false, opened = true } = options;
  const id = useId();
  const [errors, setErrors] = useState<FieldTexts<Form>>({});
  if (!opened && keysOf(errors).length > 0) setErrors({});
  const { values: stored, absent } = withAbsent(
    options.start,
    record === null ? options.start : options.formOf(record),
  );
  const shared = record !== null && !deleted;
  const { isFields = isLike(options.start) } = options;
  const draft = useDraft<Form>({ name, stored, shared, absent: shared ? absent : [], isFields, together, opened });

  const changes = () => completeFields(options, draft.values, draft.shared ? draft.stored : null).changes;
  const keptAsDraft = (field: keyof Form) =>
    !deleted && !draft.refused && (options.keptAsDraft?.(field, draft.values, draft.stored) ?? true);
  const shown = useRef(opened);
  useEffect(() => {
    shown.current = opened;
    return () => {
      shown.current = false;
    };
  }, [opened]);
  const guard = useLeaveGuard({
    opened,
    stepBack: (opened && options.stepBack) || null,
    isSaving: () => saving.isPending,
    isUnsaved: () => {
      // While a save runs its draft stays as it is, and leaving needs no confirmation.
      if (saving.isPending && !draft.refused) return false;
      if (!draft.shared) return draft.isUnsaved();
      const [changed, leftOut] = [changes(), options.omitFromSave?.(draft.values) ?? []];
      return draft.isUnsaved((field) => field in changed && !leftOut.includes(field));
    },
    isLong: () => draft.isLong(),
    outcome: () =>
      outcomeOf(
        keysOf(stored).filter((field) => draft.isUnsaved((other) => other === field)),
        keptAsDraft,
        draft.endsWithTab,
      ),
    reopen: options.reopen,
    onLeave: () => draft.leave(keptAsDraft),
    onDiscard: () => draft.discard(),
  });

  const showMistakes = (mistakes: FieldTexts<Form>) => {
    const none = keysOf(mistakes).length === 0;
    // Avoids a re-render if there were no errors before either.
    setErrors((before) => (none && keysOf(before).length === 0 ? before : mistakes));
    if (none) return;
    options.onMistakes?.(mistakes);
    focusFirstError();
  };
  const formLeft = () => (draft.isUnsaved() ? null : '');
  const saving = useMutation({
    mutationFn: (calls: SaveCalls<Form, Stored>) => saveRecord(draft, whileSignedIn({ ...options, ...calls }, ownId)),
    onSuccess: (outcome, calls) => {
      const { refresh, onSaved, onFailure } = { ...options, ...calls };
      if (outcome.kind !== 'saved' && !shown.current) return onFailure(null, formLeft());
      if (outcome.kind === 'mistakes') return showMistakes(outcome.errors);
      if (outcome.kind === 'conflict') return focusDecision();
      refresh?.();
      return onSaved(outcome.values, shown.current);
    },
    onError: (error, calls) => {
      // After a lost sign-in the next screen explains the failure.
      if (currentSession().status !== 'user' || error instanceof SignInEnded) return;
      const { refresh, onFailure } = { ...options, ...calls };
      refresh?.();
      if (!shown.current) return onFailure(error, formLeft());
      if (options.onRefusal?.(error)) return;
      const texts: Record<PropertyKey, string> = fieldTexts(error);
      showMistakes(fieldsOf(stored, (field) => texts[field]));
      onFailure(error, id);
    },
  });
  const save = (calls: SaveCalls<Form, Stored> = {}) => {
    setErrors({});
    submitOnce(saving, calls);
  };

  const change = useCallback(
    (part: Partial<Form>) => {
      draft.change(part);
      setErrors((before) => fieldsOf(before, (field) => !(field in part) && before[field]));
    },
    [draft],
  );

  return {
    id,
    draft,
    values: draft.values,
    errors,
    saving: saving.isPending,
    hasChanges: () => keysOf(changes()).length > 0,
    guard,
    change,
    check: () => {
      const mistakes = mistakesIn(draft, options);
      showMistakes(mistakes);
      return keysOf(mistakes).length === 0;
    },
    save,
    onSubmit: (event) => {
      event.preventDefault();
      save();
    },
  };
}

function fieldsOf<Form extends object>(
  form: Partial<Form>,
  textOf: (field: keyof Form) => string | false | undefined,
): FieldTexts<Form> {
  const texts: FieldTexts<Form> = {};
  for (const field of keysOf(form)) {
    const text = textOf(field);
    if (text) texts[field] = text;
  }
  return texts;
}

function outcomeOf<Field>(typed: Field[], keptAsDraft: (field: Field) => boolean, inTab: boolean): LeaveOutcome {
  if (typed.every(keptAsDraft)) return inTab ? 'kept-in-tab' : 'kept';
  return typed.some(keptAsDraft) ? 'texts-kept' : 'lost';
}

interface UseDraftOptions<Form extends object> extends DraftOptions<Form> {
  /** False while the form is hidden: then unloading the page needs no confirmation. */
  opened: boolean;
}

/** The draft of a form wrapped in `withDrafts`. */
function useDraft<Form extends object>({ opened, ...options }: UseDraftOptions<Form>): DraftStore<Form> {
  const [draft] = useState(() => new DraftStore(options, sealing() === 'open' ? TAB : null));
  draft.follow(options.stored, options.shared, options.absent);
  useStore(draft.revision);

  const isKept = useCallback(() => !draft.refused && isReloading(), [draft]);
  useUnloadQuestion(opened && draft.isUnsaved(), isKept);
  return draft;
}
