import { useEffect, useState } from 'react';

/**
 * The current instant, updated every half minute and when the tab becomes visible: for «12 минут назад» and «через 1
 * ч».
 */
export function useNow(): Temporal.Instant {
  const [now, setNow] = useState(() => Temporal.Now.instant());
  useEffect(() => {
    const renew = () => setNow(Temporal.Now.instant());
    const timer = setInterval(renew, 30_000);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, []);
  return now;
}
