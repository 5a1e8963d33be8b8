import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * False in the commit of the press that mounts the component, true from the next one on, behind its paint: what is
 * expensive is drawn in pieces then. A key in the meantime has it drawn before it arrives, and then calls `onKey`: no
 * letter is lost.
 */
export function useAfterNextPaint(onKey: (event: KeyboardEvent) => void): boolean {
  const later = useDeferredValue(true, false);
  const [hurried, setHurried] = useState(false);
  const drawn = later || hurried;
  const onKeydown = useEffectEvent((event: KeyboardEvent) => {
    flushSync(() => setHurried(true));
    onKey(event);
  });
  // Not a layout effect: it ends when the effects of what is drawn begin, such as listeners for the same keys.
  useEffect(() => {
    if (drawn) return;
    const listener = (event: KeyboardEvent) => onKeydown(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, [drawn]);
  return drawn;
}
