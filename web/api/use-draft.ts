import { useEffect, useRef, useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '#web/api/drafts.ts';
import type { Draft } from '#web/api/drafts.ts';
import { newRecordId } from '#web/api/record-id.ts';

const AFTER_TYPING = 400;

interface Drafting<Values> {
  values: Values;
  change: (values: Values) => void;
  /** When what is typed was last kept; null while it equals what is stored. */
  keptAt: Temporal.Instant | null;
  /** The id for a record that is created from this: one for all attempts, another after `forget`. */
  newId: string;
  /** Forgets the draft: it was saved, or is not wanted. */
  forget: () => void;
}

interface DraftOptions<Values> {
  /** Tells forms apart. */
  name: string;
  /** What is saved. */
  stored: Values;
  isValues: (value: unknown) => value is Values;
  /** False while the form is not to be seen: then nobody is asked before leaving the page. */
  opened?: boolean;
}

/** The values of a form that survive a reload of the tab. */
export function useDraft<Values>({ name, stored, isValues, opened = true }: DraftOptions<Values>): Drafting<Values> {
  const [draft, setDraft] = useState<Draft<Values> | null>(() => readDraft(name, isValues));
  const [newId, setNewId] = useState(() => draft?.id ?? newRecordId());
  const [keptAt, setKeptAt] = useState<Temporal.Instant | null>(() => draft?.keptAt ?? null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = draft !== null && JSON.stringify(draft.values) !== JSON.stringify(stored);
  const asking = unsaved && opened;

  useEffect(() => {
    if (!asking) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [asking]);

  return {
    values: draft?.values ?? stored,
    keptAt: unsaved ? keptAt : null,
    newId,
    change: (values) => {
      const kept: Draft<Values> = { id: newId, keptAt: Temporal.Now.instant(), values };
      // Kept at once, told after typing: a reload or a sign-out in the middle of a word finds nothing half done.
      writeDraft(name, kept);
      setDraft(kept);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setKeptAt(kept.keptAt), AFTER_TYPING);
    },
    forget: () => {
      clearTimeout(timer.current);
      removeDraft(name);
      setDraft(null);
      setNewId(newRecordId());
      setKeptAt(null);
    },
  };
}
