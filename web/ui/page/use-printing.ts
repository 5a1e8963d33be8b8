import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * True while the page is on its way to paper: content of paper alone is rendered only then, and stands there when
 * `beforeprint` returns. Firefox copies the page at that moment, before any microtask.
 */
export function usePrinting(): boolean {
  const [requested, setRequested] = useState(false);
  // Chromium enters and leaves the print medium for each preview, between the two events.
  const [medium, setMedium] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const control = new AbortController();
    const listen = { signal: control.signal };
    window.addEventListener('beforeprint', () => flushSync(() => setRequested(true)), listen);
    window.addEventListener('afterprint', () => flushSync(() => setRequested(false)), listen);
    matchMedia('print').addEventListener('change', ({ matches }) => flushSync(() => setMedium(matches)), listen);
    return () => control.abort();
  }, []);
  return requested || medium;
}
