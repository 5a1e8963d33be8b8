import { useEffect, useRef, useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '#web/api/drafts.ts';

const AFTER_TYPING = 400;

interface Draft<Values> {
  values: Values;
  change: (values: Values) => void;
  /** When what is typed was last kept; null while it equals what is stored. */
  keptAt: Temporal.Instant | null;
  /** True while something typed is not saved. */
  unsaved: boolean;
  /** Forgets the draft: it was saved, or is not wanted. */
  forget: () => void;
}

/** The values of a form that survive a reload of the tab. `name` tells forms apart, `stored` is what is saved. */
export function useDraft<Values>(
  name: string,
  stored: Values,
  isValues: (value: unknown) => value is Values,
): Draft<Values> {
  const [typed, setTyped] = useState<Values | null>(() => readDraft(name, isValues));
  const [keptAt, setKeptAt] = useState<Temporal.Instant | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = typed !== null && JSON.stringify(typed) !== JSON.stringify(stored);

  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);

  return {
    values: typed ?? stored,
    unsaved,
    keptAt: unsaved ? keptAt : null,
    change: (values) => {
      setTyped(values);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        writeDraft(name, values);
        setKeptAt(Temporal.Now.instant());
      }, AFTER_TYPING);
    },
    forget: () => {
      clearTimeout(timer.current);
      removeDraft(name);
      setTyped(null);
      setKeptAt(null);
    },
  };
}
