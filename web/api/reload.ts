import { isConnectionLost, onConnection, serverAnswers } from '#web/api/connection.ts';
import { readReloadedAt, writeReloadedAt } from '#web/browser/storage.ts';

/** A reload that did not help is not tried again by itself so soon. */
const ONCE_IN = 30_000;

let reloading = false;

/**
 * A part of the program could not be fetched: the server is away, or another version is served by now. As soon as it
 * answers the page is loaded anew, once; drafts outlive that.
 */
export async function reloadWhenServed(): Promise<void> {
  const reloadedAt = readReloadedAt();
  if (reloadedAt !== null && Date.now() - reloadedAt < ONCE_IN) return;
  if (!(await serverAnswers())) await connectionBack();
  // A tab that cannot remember it would be loaded again and again, and its drafts would not outlive that.
  if (writeReloadedAt(Date.now())) reloadPage();
}

/** Loads the page anew of the program's own accord: nobody is asked before. */
export function reloadPage(): void {
  reloading = true;
  window.location.reload();
}

export function isReloading(): boolean {
  return reloading;
}

function connectionBack(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onConnection(() => {
      if (isConnectionLost()) return;
      stop();
      resolve();
    });
  });
}
