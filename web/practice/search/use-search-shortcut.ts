import { useEffect } from 'react';
import { takePress } from '#web/practice/search/typed-ahead.ts';

/** Ctrl+K, on a Mac Cmd+K, which the page's own script recognizes: it is pressed before the program is here, too. */
export function useSearchShortcut(onPress: () => void): void {
  useEffect(() => {
    const look = () => {
      if (takePress()) onPress();
    };
    look();
    window.addEventListener('keydown', look);
    return () => window.removeEventListener('keydown', look);
  }, [onPress]);
}
