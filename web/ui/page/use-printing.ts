import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let requested = false;

/**
 * True while the page is on its way to paper: content of paper alone is rendered only then, and stands there when
 * `beforeprint` returns. Firefox copies the page at that moment, before any microtask.
 */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => requested || matchMedia('print').matches);
}

function subscribe(listener: () => void): () => void {
  const control = new AbortController();
  const listen = { signal: control.signal };
  const set = (value: boolean) => () => {
    requested = value;
    flushSync(listener);
  };
  window.addEventListener('beforeprint', set(true), listen);
  window.addEventListener('afterprint', set(false), listen);
  matchMedia('print').addEventListener('change', listener, listen);
  return () => control.abort();
}
