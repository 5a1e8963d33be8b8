import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * True while the page is being printed: content only for print renders then, and is in the DOM when `beforeprint`
 * returns, because Firefox copies the page at that moment, before any microtask.
 */
export function usePrinting(): boolean {
  const [requested, setRequested] = useState(false);
  // Chromium switches to the print medium and back for each preview, between the two events.
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
