import type { AppRouter } from '#web/router.tsx';

/**
 * Removing the focused link with its screen drops the focus: it moves to the new screen, so that Tab continues there.
 */
export function keepFocus(router: AppRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
}
