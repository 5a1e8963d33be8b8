import { useEffect } from 'react';

const NEVER = () => false;

/** While `asks`, makes the browser confirm unloading the page, unless the typed values are stored. */
export function useUnloadQuestion(asks: boolean, isKept: () => boolean = NEVER): void {
  useEffect(() => {
    if (!asks) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isKept()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [asks, isKept]);
}
