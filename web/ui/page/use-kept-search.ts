import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSealing } from '#web/api/sealing.ts';
import { keptSearch, searchOf } from '#web/ui/page/kept-search.ts';

/** After the last letter; browsers refuse to have their history written with every one. */
const PAUSE = 300;

interface KeptSearch {
  typed: string;
  setTyped: (text: string) => void;
  /** Keeps it now: whatever is opened next must come back to what was typed. */
  keep: () => void;
}

/**
 * What is typed into a screen's search field, and searched with every letter. The step of history keeps it, encrypted, so
 * that a reload and the way back show the same; it follows when the typing pauses, without a step for every letter. Never the
 * address: that is remembered by browsers and logged by proxies, and names of clients are typed here. An address that
 * brings a search (?q=) is read once.
 */
export function useKeptSearch(): KeptSearch {
  const linked = useSearch({ strict: false, select: (search) => search.q ?? '' });
  const kept = useRouterState({ select: ({ location }) => location.state.q ?? '' });
  const q = linked || searchOf(kept);
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const sealing = useSealing(typed !== '' || kept !== '');
  const arrived = useRef(q);
  /** Kept by this field and not arrived yet; it comes later than the next letters are typed. */
  const underWay = useRef<string[]>([]);

  useEffect(() => {
    arrived.current = q;
    const own = underWay.current.indexOf(q);
    if (own >= 0) underWay.current = underWay.current.slice(own + 1);
    // Changed by another hand than this field's: the way back, or the screen's own entry in the menu.
    else setTyped(q);
  }, [q]);

  const keep = useCallback(() => {
    const changed = typed !== (underWay.current.at(-1) ?? arrived.current);
    if (!changed && !linked) return;
    if (changed) underWay.current.push(typed);
    const search = keptSearch(typed);
    void navigate({
      to: '.',
      search: (before) => ({ ...before, q: '' }),
      state: (before) => ({ ...before, ...search }),
      replace: true,
      resetScroll: false,
    });
  }, [typed, linked, navigate]);

  useEffect(() => {
    // What is kept before the key is there would not outlive a reload.
    if (typed && sealing === 'coming') return;
    const timer = setTimeout(keep, typed && !linked ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [typed, linked, keep, sealing]);

  return { typed, setTyped, keep };
}
