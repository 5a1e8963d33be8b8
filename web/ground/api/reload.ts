import { untilServed } from '#web/ground/api/connection.ts';
import { hasJustReloaded, noteReload } from '#web/ground/browser/storage.ts';

let reloading = false;

/**
 * Reloads the page once the server responds, after a part of the program failed to load: the server was down or serves
 * another version. It reloads only once; drafts survive it.
 */
export async function reloadWhenServed(): Promise<void> {
  if (hasJustReloaded()) return;
  await untilServed();
  // A tab that cannot store the time of the reload could not store drafts either.
  if (noteReload()) reloadPage();
}

/** Reloads automatically, without the browser's question about unsaved changes. */
export function reloadPage(): void {
  reloading = true;
  window.location.reload();
}

export function isReloading(): boolean {
  return reloading;
}
