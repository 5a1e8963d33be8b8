import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

/** After the last letter; browsers refuse to have the address written with every one. */
const PAUSE = 300;

interface SearchAddress {
  typed: string;
  setTyped: (text: string) => void;
  /** Writes the address now: whatever is opened next must come back to what was typed. */
  keep: () => void;
}

/**
 * What is typed into a screen's search field, and searched with every letter. The address keeps it (?q=), so that a
 * reload and the way back show the same; it follows when the typing pauses, without a step of history for every letter.
 */
export function useSearchAddress(): SearchAddress {
  const q = useSearch({ strict: false, select: (search) => search.q ?? '' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const address = useRef(q);
  /** Written by this field and not seen in the address yet; it comes there later than the next letters are typed. */
  const underWay = useRef<string[]>([]);

  useEffect(() => {
    address.current = q;
    const own = underWay.current.indexOf(q);
    if (own >= 0) underWay.current = underWay.current.slice(own + 1);
    // Changed by another hand than this field's: the way back, or the screen's own entry in the menu.
    else setTyped(q);
  }, [q]);

  const keep = useCallback(() => {
    if (typed === (underWay.current.at(-1) ?? address.current)) return;
    underWay.current.push(typed);
    void navigate({
      to: '.',
      search: (before) => ({ ...before, q: typed }),
      replace: true,
      resetScroll: false,
    });
  }, [typed, navigate]);

  useEffect(() => {
    const timer = setTimeout(keep, typed ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [typed, keep]);

  return { typed, setTyped, keep };
}
