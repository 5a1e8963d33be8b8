import type { RefObject } from 'react';

/**
 * Takes the keyboard between the press that opens a dialog and the dialog's first focus, and types there what was typed
 * meanwhile. Enter and Tab would reach what lies behind. Returns the function that ends it.
 */
export function keepEarlyKeys(dialog: RefObject<HTMLElement | null>): () => void {
  let typed = '';
  const hear = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    // What is prevented belongs to the search, which keeps its own keys from before the program is here.
    if (ctrlKey || metaKey || altKey || event.isComposing || event.defaultPrevented) return;
    if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (key.length === 1) typed += key;
    else if (key !== 'Enter' && key !== 'Tab') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const see = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !dialog.current?.contains(target)) return;
    end();
    // As typed: the field's own limits, its handlers and Undo hold. Elsewhere nothing happens.
    if (typed !== '' && target.matches('input, textarea')) document.execCommand('insertText', false, typed);
  };
  const end = () => {
    window.removeEventListener('keydown', hear, true);
    window.removeEventListener('focusin', see);
  };
  window.addEventListener('keydown', hear, true);
  window.addEventListener('focusin', see);
  return end;
}
