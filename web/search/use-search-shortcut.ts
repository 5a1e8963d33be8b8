import { useEffect } from 'react';

/** Ctrl+K, on a Mac Cmd+K, by the place of the key: under a Russian layout it types «л». */
export function useSearchShortcut(onPress: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const together = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (event.code !== 'KeyK' || !together) return;
      // The browser's own use of the keys would take the person out of the page.
      event.preventDefault();
      if (!event.repeat) onPress();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onPress]);
}
