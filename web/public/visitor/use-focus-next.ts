import { useEffect, useRef } from 'react';

/**
 * For an action that removes its own button: returns a function that takes the selector of the element to focus after
 * the next render.
 */
export function useFocusNext(): (selector: string) => void {
  const next = useRef('');
  useEffect(() => {
    if (next.current) document.querySelector<HTMLElement>(next.current)?.focus();
    next.current = '';
  });
  return (selector) => {
    next.current = selector;
  };
}
