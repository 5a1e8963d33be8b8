import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Returns `value` as of the last commit behind a paint, first `initial`: what it draws is expensive and is drawn in pieces, so that the
 * press that changes it shows its own effect first. A key in the meantime has the rest drawn before it arrives, and then
 * calls `onKey`: no letter is lost.
 */
export function useBehindPress<T>(value: T, initial: T, onKey: (event: KeyboardEvent) => void): T {
  const later = useDeferredValue(value, initial);
  const [hurried, setHurried] = useState<{ to: T } | null>(null);
  if (hurried && hurried.to !== value) setHurried(null);
  const drawn = hurried?.to === value ? value : later;
  const coming = drawn !== value;
  const onKeydown = useEffectEvent((event: KeyboardEvent) => {
    flushSync(() => setHurried({ to: value }));
    onKey(event);
  });
  // Not a layout effect: it ends when the effects of what is drawn begin, such as listeners for the same keys.
  useEffect(() => {
    if (!coming) return;
    const listener = (event: KeyboardEvent) => onKeydown(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, [coming]);
  return drawn;
}
