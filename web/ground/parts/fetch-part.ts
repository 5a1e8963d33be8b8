import { onConnection } from '#web/ground/api/connection.ts';
import { keepTrying } from '#web/ground/parts/missing-parts.ts';
import { isReloading, reloadWhenServed } from '#web/ground/api/reload.ts';

/**
 * Pause before the next attempt if a reload has not helped, in milliseconds; a change of the connection ends it early.
 */
const TIMEOUT_MS = 10_000;

/** The code of a screen failed to load. */
export class ScreenMissing extends Error {}

/** Loads the code of a screen; on failure the router renders an error in the screen's place. */
export async function fetchScreen<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await globalThis.stays?.();
    throw new ScreenMissing('a screen could not be fetched');
  }
}

/** Loads a part that the screen can do without; a failure leaves the screen as it is. */
export async function fetchPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await globalThis.stays?.();
    await reloadWhenServed();
    // The page is about to unload, so the promise stays pending.
    return isReloading() ? new Promise(() => undefined) : keepTrying(load, pause);
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = onConnection(end);
    const timer = setTimeout(end, TIMEOUT_MS);
  });
}
