import { useEffect, useRef } from 'react';

const STALE_AFTER = 60_000;

/** Calls `refresh` when the visitor returns to a page that was hidden for more than a minute. */
export function useRefreshOnReturn(refresh: () => void): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    let leftAt: number | null = null;
    const onChange = () => {
      if (document.visibilityState === 'hidden') leftAt = performance.now();
      else if (leftAt !== null && performance.now() - leftAt > STALE_AFTER) latest.current();
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}
