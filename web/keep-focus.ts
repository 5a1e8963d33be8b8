import type { AppRouter } from '#web/router.tsx';

/** A link that vanishes with its screen takes the focus with it: the new screen takes it up, so that Tab goes on there. */
export function keepFocus(router: AppRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
}
