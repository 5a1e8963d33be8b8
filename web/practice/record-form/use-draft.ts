import { useEffect, useState, useSyncExternalStore } from 'react';
import { isReloading } from '#web/ground/api/reload.ts';
import { sealing } from '#web/ground/api/sealing.ts';
import { type DraftOptions, DraftStore } from '#web/practice/record-form/draft-store.ts';
import { tabDrafts } from '#web/practice/record-form/tab-drafts.ts';

const TAB = tabDrafts();

interface UseDraftOptions<Form extends object> extends DraftOptions<Form> {
  /** False while the form is hidden: then the browser asks no question before unloading the page. */
  opened: boolean;
}

/** The draft of a form wrapped in `withDrafts`. */
export function useDraft<Form extends object>({ opened, ...options }: UseDraftOptions<Form>): DraftStore<Form> {
  const [draft] = useState(() => new DraftStore(options, sealing() === 'open' ? TAB : null));
  draft.follow(options.stored, options.shared, options.absent);
  useSyncExternalStore(draft.subscribe, draft.revision);

  const asks = opened && draft.isUnsaved();
  useEffect(() => {
    if (!asks) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (draft.refused || !isReloading()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [asks, draft]);
  return draft;
}
