import { untilServed } from '#web/ground/api/connection.ts';
import { hasJustReloaded, noteReload } from '#web/ground/browser/storage.ts';

let reloading = false;

/**
 * Reloads the page once the server responds, after a part of the program failed to load: the server is down or serves
 * another version. It reloads only once; drafts survive it.
 */
export async function reloadWhenServed(): Promise<void> {
  if (hasJustReloaded()) return;
  await untilServed();
  // Drafts of a tab that cannot store the moment would not survive either.
  if (noteReload()) reloadPage();
}

/** An automatic reload, without the browser's question about unsaved changes. */
export function reloadPage(): void {
  reloading = true;
  window.location.reload();
}

export function isReloading(): boolean {
  return reloading;
}
