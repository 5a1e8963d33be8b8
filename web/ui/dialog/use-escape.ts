import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Calls `close` on Escape while a dialog is opened, from its press on: one that is not drawn yet hears no key. Not for
 * the key that has opened it, nor for one that a list of choices takes.
 */
export function useEscape(opened: boolean, close: () => void): void {
  const onEscape = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!opened) return;
    const hear = ({ key, repeat, isComposing, target }: KeyboardEvent) => {
      if (key !== 'Escape' || repeat || isComposing) return;
      // Mantine's own sign.
      if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
      onEscape();
    };
    window.addEventListener('keydown', hear, true);
    return () => window.removeEventListener('keydown', hear, true);
  }, [opened]);
}
