import { type RefObject, useEffect } from 'react';

/** Leads a visitor to what has just appeared above the form, but nobody away from a field that is being typed into. */
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
