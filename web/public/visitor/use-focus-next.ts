import { useEffect, useRef } from 'react';

/** For an action that removes its own button: returns how to name the result, which gets the focus once it renders. */
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
