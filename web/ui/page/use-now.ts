import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The current instant, updated when a minute begins and when the tab becomes visible. */
export function useNow(): Temporal.Instant {
  const [now, setNow] = useState(() => Temporal.Now.instant());
  useEffect(() => {
    let timer = 0;
    const wait = () => {
      timer = window.setTimeout(renew, MINUTE - (Temporal.Now.instant().epochMilliseconds % MINUTE));
    };
    const renew = () => {
      clearTimeout(timer);
      setNow(Temporal.Now.instant());
      wait();
    };
    wait();
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, []);
  return now;
}
