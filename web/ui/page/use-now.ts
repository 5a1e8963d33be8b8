import { useEffect, useState } from 'react';
import { clockAhead, readClock } from '#web/ground/browser/clock.ts';

const MINUTE = 60_000;

/**
 * The current instant, updated at the start of each minute, when the tab becomes visible, and when the clock is found
 * wrong.
 */
export function useNow(): Temporal.Instant {
  const [now, setNow] = useState(() => readClock());
  useEffect(() => {
    let timer = 0;
    const wait = () => {
      timer = window.setTimeout(renew, MINUTE - (readClock().epochMilliseconds % MINUTE));
    };
    const renew = () => {
      clearTimeout(timer);
      setNow(readClock());
      wait();
    };
    wait();
    document.addEventListener('visibilitychange', renew);
    const unfollow = clockAhead.subscribe(renew);
    return () => {
      unfollow();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, []);
  return now;
}
