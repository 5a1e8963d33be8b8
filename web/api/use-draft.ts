import { useEffect, useRef, useState } from 'react';
import {
  type ChangedFields,
  changedElsewhere,
  type FormShape,
  joined,
  lettersTyped,
  only,
  overStored,
  stillChanged,
  withTyped,
} from '#web/api/changed-fields.ts';
import { type Draft, isChangedFields, readDraft, removeDraft, writeDraft } from '#web/api/drafts.ts';
import { newRecordId } from '#web/api/record-id.ts';
import { isReloading } from '#web/api/reload.ts';

const AFTER_TYPING = 400;

/** Less than this is typed again sooner than a question is answered. */
const WORTH_ASKING = 30;

export interface Drafting<Form extends object> {
  /** What stands in the form: what is stored, and what was typed here over it. */
  values: Form;
  /** True while something was typed that is not stored. Read at once, also in the event that changed it. */
  isUnsaved: () => boolean;
  /** More was written than anybody likes to write twice. */
  isLong: () => boolean;
  /** The fields that were changed here and elsewhere meanwhile: only the person can decide which of both stays. */
  elsewhere: (keyof Form)[];
  /**
   * What is to be saved over what has just been read, which the screen need not show yet; null while there is something
   * to decide on.
   */
  over: (newest: Form) => Form | null;
  /** What was typed is to replace what stands in these fields now. */
  insist: (fields: readonly (keyof Form)[]) => void;
  /** Puts what was typed below what stands in this field of text now, so that neither is lost. */
  join: (field: keyof Form) => void;
  /** Forgets what was typed but for the fields for which `kept` is true. */
  keepOnly: (kept: (field: keyof Form) => boolean) => void;
  /** When what is typed was last kept; null while it equals what is stored. */
  keptAt: Temporal.Instant | null;
  /** The id for a record that is created from this: one for all attempts, another after `forget`. */
  newId: string;
  change: (part: Partial<Form>) => void;
  /** Forgets the draft: it was saved, or is not wanted. */
  forget: () => void;
}

interface DraftOptions<Form extends object> extends FormShape<Form> {
  /** Tells forms apart. */
  name: string;
  /** What is saved, or what a new record begins with. */
  stored: Form;
  /** False for what is not stored anywhere yet, so that nobody else can have changed it. */
  shared: boolean;
  /** False while the form is not to be seen: then nobody is asked before leaving the page. */
  opened?: boolean;
}

/**
 * The fields of a form, which survive a reload of the tab. Fields that were not touched follow what is stored, whoever
 * changes it; touched ones stay as they were typed.
 */
export function useDraft<Form extends object>(options: DraftOptions<Form>): Drafting<Form> {
  const { name, stored, isFields, together = [], shared, opened = true } = options;
  const [draft, setDraft] = useState<Draft<ChangedFields<Form>> | null>(() =>
    readDraft(name, isChangedFields(isFields)),
  );
  const [newId, setNewId] = useState(() => draft?.id ?? newRecordId());
  const [keptAt, setKeptAt] = useState<Temporal.Instant | null>(() => draft?.keptAt ?? null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Two changes, or a change and a decision, of one event stand on one another and not on what is drawn.
  const latest = useRef(draft);
  const changesOf = (from: Draft<ChangedFields<Form>> | null) =>
    stillChanged(from?.values ?? { typed: {}, base: {} }, stored, together);
  const shown = changesOf(draft);
  const unsaved = !isEmpty(shown.typed);
  const asking = unsaved && opened;

  useEffect(() => {
    if (!asking) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isReloading()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [asking]);

  const keep = (values: ChangedFields<Form>) => {
    clearTimeout(timer.current);
    if (isEmpty(values.typed)) {
      latest.current = null;
      removeDraft(name);
      setDraft(null);
      setKeptAt(null);
      return;
    }
    const kept = { id: newId, keptAt: Temporal.Now.instant(), values };
    latest.current = kept;
    // Kept at once, told after typing: a reload or a sign-out in the middle of a word finds nothing half done.
    writeDraft(name, kept);
    setDraft(kept);
    timer.current = setTimeout(() => setKeptAt(kept.keptAt), AFTER_TYPING);
  };

  return {
    values: { ...stored, ...shown.typed },
    isUnsaved: () => !isEmpty(changesOf(latest.current).typed),
    isLong: () => lettersTyped(changesOf(latest.current)) >= WORTH_ASKING,
    elsewhere: shared ? changedElsewhere(shown, stored, together) : [],
    over: (newest) => {
      const changes = changesOf(latest.current);
      if (shared && changedElsewhere(changes, newest, together).length > 0) return null;
      return { ...newest, ...changes.typed };
    },
    insist: (fields) => keep(overStored(changesOf(latest.current), fields, stored)),
    join: (field) => keep(joined(changesOf(latest.current), field, stored)),
    keepOnly: (kept) => keep(only(changesOf(latest.current), kept)),
    keptAt: unsaved ? keptAt : null,
    newId,
    change: (part) => keep(withTyped(changesOf(latest.current), part, stored, together)),
    forget: () => {
      keep({ typed: {}, base: {} });
      setNewId(newRecordId());
    },
  };
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}
