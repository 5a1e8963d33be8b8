import { useLayoutEffect } from 'react';

let open = 0;
let opener: Element | null = null;
let returning: ReturnType<typeof setTimeout> | undefined;

/**
 * Returns the focus to the element that opened the first of a chain of dialogs once the last one has closed. If the
 * opener is gone, such as a deleted card, the main area gets it.
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
