import { useEffect } from 'react';

/** Ctrl+K, on a Mac Cmd+K, by the key's position, because a Russian layout types «л» there. */
export function useSearchShortcut(onPress: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (code !== 'KeyK' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      // The browser's own shortcut would move the focus out of the page.
      event.preventDefault();
      if (!event.repeat) onPress();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onPress]);
}
