import { untilServed } from '#web/ground/api/connection.ts';
import { readReloadedAt, writeReloadedAt } from '#web/ground/browser/storage.ts';

/** A reload that did not help is not repeated automatically within this time, in milliseconds. */
const ONCE_IN = 30_000;

let reloading = false;

/**
 * Reloads the page once the server responds, after a part of the program failed to load: the server is down or serves
 * another version. It reloads only once; drafts survive it.
 */
export async function reloadWhenServed(): Promise<void> {
  const reloadedAt = readReloadedAt();
  if (reloadedAt !== null && Date.now() - reloadedAt < ONCE_IN) return;
  await untilServed();
  // A tab that cannot store the moment would reload in a loop, and its drafts would not survive that.
  if (writeReloadedAt(Date.now())) reloadPage();
}

/** An automatic reload, without the browser's question about unsaved changes. */
export function reloadPage(): void {
  reloading = true;
  window.location.reload();
}

export function isReloading(): boolean {
  return reloading;
}
