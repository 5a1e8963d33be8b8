import { type RefObject, useLayoutEffect, useState } from 'react';
import { keepEarlyKeys } from '#web/ui/dialog/early-keys.ts';

/** After this a dialog that takes no focus gives the keyboard back, in milliseconds. */
const UNFOCUSED = 3000;

/**
 * Returns true from the paint behind `opened` on, for the expensive content of a dialog: the press that opens it shows
 * its effect first. What is typed until then goes into the dialog, and Escape calls `close`.
 */
export function useOpening(opened: boolean, dialog: RefObject<HTMLElement | null>): boolean {
  const [painted, setPainted] = useState(false);
  useLayoutEffect(() => {
    if (!opened) return;
    const release = keepEarlyKeys(dialog);
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Frames run before their paint, timers behind it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        setPainted(true);
        timer = setTimeout(release, UNFOCUSED);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      release();
      setPainted(false);
    };
  }, [opened, dialog]);
  return opened && painted;
}
