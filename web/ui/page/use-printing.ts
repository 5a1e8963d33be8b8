import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * True while the page is on its way to paper: content of paper alone is rendered only then, and stands there when
 * `beforeprint` returns. Firefox copies the page at that moment, before any microtask.
 */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const control = new AbortController();
    const listen = { signal: control.signal };
    const set = (now: boolean) => flushSync(() => setPrinting(now));
    window.addEventListener('beforeprint', () => set(true), listen);
    window.addEventListener('afterprint', () => set(false), listen);
    matchMedia('print').addEventListener('change', ({ matches }) => set(matches), listen);
    return () => control.abort();
  }, []);
  return printing;
}
