import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

const PAUSE = 150;

/**
 * What is typed into a screen's search field, and `q`, what is searched: the address keeps it (?q=), so that a reload
 * and the way back show the same, without a step of history for every letter.
 */
export function useSearchAddress(): { typed: string; setTyped: (text: string) => void; q: string } {
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

  return { typed, setTyped, q };
}
