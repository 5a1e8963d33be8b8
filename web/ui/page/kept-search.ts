import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { newRecordId } from '#web/ground/browser/record-id.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The key of the search text, which itself stays in memory: browsers store history state on disk. */
    q?: string;
    /** The search result that the screen scrolls to first. */
    entry?: string;
  }
}

const texts = new Map<string, string>();

/** The history state that opens a screen with a text in its search field. */
export function keptSearch(text: string) {
  const q = newRecordId();
  texts.set(q, text);
  return { q };
}

export function forgetSearches(): void {
  texts.clear();
}

/**
 * The text of a screen's search field and its setter. Back restores it. It is never written to the address, which
 * browsers and proxies record, because it contains clients' names; a ?q= in the address is read once.
 */
export function useKeptSearch(): [string, (text: string) => void] {
  const linked = useSearch({ strict: false, select: (search) => search.q ?? '' });
  const key = useRouterState({ select: ({ location }) => location.state.q ?? '' });
  const navigate = useNavigate();
  const [shown, setShown] = useState({ key, text: linked || (texts.get(key) ?? '') });
  const [arrived, setArrived] = useState(key);
  if (arrived !== key) {
    setArrived(key);
    // Changed by something other than this field: Back, or the screen's own link in the menu.
    if (shown.key !== key) setShown({ key, text: texts.get(key) ?? '' });
  }
  const keep = useCallback(
    (text: string) => {
      const state = keptSearch(text);
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, q: '' }),
        state: (before) => ({ ...before, ...state }),
        replace: true,
        resetScroll: false,
      });
      return state.q;
    },
    [navigate],
  );
  useEffect(() => {
    if (linked) keep(linked);
  }, [linked, keep]);
  const type = (text: string) => {
    const own = shown.key || keep(text);
    texts.set(own, text);
    setShown({ key: own, text });
  };
  return [shown.text, type];
}
