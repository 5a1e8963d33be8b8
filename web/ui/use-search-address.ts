import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** After the last letter; browsers refuse to have the address written with every one. */
const PAUSE = 300;

/**
 * What is typed into a screen's search field, and searched with every letter. The address keeps it (?q=), so that a
 * reload and the way back show the same; it follows when the typing pauses, without a step of history for every letter.
 */
export function useSearchAddress(): { typed: string; setTyped: (text: string) => void } {
  const q = useSearch({ strict: false, select: (search) => search.q ?? '' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const written = useRef(q);

  useEffect(() => {
    // Changed by another hand than this field's: the way back, or the screen's own entry in the menu.
    if (q !== written.current) setTyped(q);
    written.current = q;
  }, [q]);

  useEffect(() => {
    if (typed === written.current) return;
    const timer = setTimeout(() => {
      written.current = typed;
      void navigate({
        to: '.',
        search: (before) => ({ ...before, q: typed }),
        replace: true,
        resetScroll: false,
      });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, navigate]);

  return { typed, setTyped };
}
