import { type RefObject, useEffect } from 'react';

/** Scrolls to new content above the form and focuses it, unless the visitor is typing into a field. */
export function useBroughtIntoSight(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isTyping()) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [box]);
}

function isTyping(): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
}
