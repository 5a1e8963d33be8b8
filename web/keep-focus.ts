import type { AppRouter } from '#web/router.tsx';

/** A link removed with its screen loses the focus: the new screen takes it, so that Tab continues there. */
export function keepFocus(router: AppRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
}
