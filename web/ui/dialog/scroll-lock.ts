import { useLayoutEffect } from 'react';

/** For Mantine's modals: their own lock inserts a style sheet, for which the browser styles the whole page again. */
export const WITHOUT_STYLE_SHEET = { removeScrollBar: false };

/** As long as the slowest dialog animates out, in milliseconds; the next one of a chain is open by then. */
const CLOSING = 180;

let locks = 0;

/** Keeps the page from scrolling behind a dialog; the room of the scroll bar stays, so that nothing moves. */
export function useScrollLock(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    locks += 1;
    if (locks === 1) {
      const bar = window.innerWidth - document.documentElement.clientWidth;
      document.body.style.overflow = 'hidden';
      if (bar > 0) document.body.style.marginRight = `${bar}px`;
    }
    return () => void setTimeout(release, CLOSING);
  }, [opened]);
}

function release(): void {
  locks -= 1;
  if (locks > 0) return;
  document.body.style.overflow = '';
  document.body.style.marginRight = '';
}
