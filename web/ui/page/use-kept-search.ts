import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSealing } from '#web/ground/api/sealing.ts';
import { keptSearch, searchOf, survivesReload } from '#web/ui/page/kept-search.ts';

/** After the last letter, in milliseconds; browsers limit how often a page can write its history. */
const PAUSE = 300;

interface KeptSearch {
  typed: string;
  setTyped: (text: string) => void;
  /** Stores the text now: Back from the next screen must find it. */
  keep: () => void;
}

/**
 * The text of a screen's search field, searched with every letter and stored encrypted in the history entry after a
 * pause in typing, so that a reload and Back restore it. It never goes into the address, which browsers and proxies
 * record, because it contains clients' names; a ?q= in the address is read once.
 */
export function useKeptSearch(): KeptSearch {
  const linked = useSearch({ strict: false, select: (search) => search.q ?? '' });
  const kept = useRouterState({ select: ({ location }) => location.state.q ?? '' });
  const q = linked || searchOf(kept);
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const sealing = useSealing(typed !== '' || kept !== '');
  const arrived = useRef(q);
  /**
   * Texts stored by this field whose navigation has not arrived yet; the person can type more letters before it does.
   */
  const underWay = useRef<string[]>([]);

  /** The stored text that the field shows or waits for, and whether the person typed since. */
  const shown = useRef({ kept, typed: false });
  const type = useCallback((text: string) => {
    shown.current.typed = true;
    setTyped(text);
  }, []);

  useEffect(() => {
    // After a reload the stored text can be read later than the person types another one.
    const late = shown.current.kept === kept && shown.current.typed;
    if (shown.current.kept !== kept) shown.current = { kept, typed: false };
    if (arrived.current === q) return;
    arrived.current = q;
    const own = underWay.current.indexOf(q);
    if (own >= 0) underWay.current = underWay.current.slice(own + 1);
    // Changed by another cause: Back, or the screen's own link in the menu.
    else if (!late) setTyped(q);
  }, [q, kept]);

  const keep = useCallback(() => {
    const changed = typed !== (underWay.current.at(-1) ?? arrived.current);
    // Left before the key was there, it was stored without it.
    const fleeting = sealing === 'open' && typed !== '' && !survivesReload(shown.current.kept);
    if (!changed && !linked && !fleeting) return;
    if (changed) underWay.current.push(typed);
    const search = keptSearch(typed);
    void navigate({
      to: '.',
      search: (before) => ({ ...before, q: '' }),
      state: (before) => ({ ...before, ...search }),
      replace: true,
      resetScroll: false,
    });
  }, [typed, linked, navigate, sealing]);

  useEffect(() => {
    // A text stored before the key is loaded would not survive a reload.
    if (typed && sealing === 'coming') return;
    const timer = setTimeout(keep, typed && !linked ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [typed, linked, keep, sealing]);

  return { typed, setTyped: type, keep };
}
