import { useLayoutEffect } from 'react';

let open = 0;
let opener: Element | null = null;
let returning: ReturnType<typeof setTimeout> | undefined;

/**
 * Brings the focus back to what opened the first of a row of dialogs once the last of them has closed, however often one
 * replaced another meanwhile; to the main area when the opener is gone, as a deleted card is.
 */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    if (returning === undefined && open === 0) opener = document.activeElement;
    clearTimeout(returning);
    returning = undefined;
    open += 1;
    return () => {
      open -= 1;
      returning = setTimeout(() => {
        returning = undefined;
        if (open === 0) giveBack();
      });
    };
  }, [opened]);
}

function giveBack(): void {
  const target = opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;
  opener = null;
  (target ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
}
