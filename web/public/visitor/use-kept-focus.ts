import { type RefObject, useEffect, useRef } from 'react';

/** The `ref` of a button that is disabled while `sending`, which drops the focus; afterwards it gets the focus back. */
export function useKeptFocus(sending: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !sending && document.activeElement === document.body) button.current?.focus();
    wasSending.current = sending;
  }, [sending]);
  return button;
}
