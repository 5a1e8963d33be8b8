import { useEffect } from 'react';

const NEVER = () => false;

/** Has the browser ask before it unloads the page, while `asks`, unless what was typed is kept. */
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
