import { onConnection } from '#web/api/connection.ts';
import { keepTrying } from '#web/parts/missing-parts.ts';
import { isReloading, reloadWhenServed } from '#web/api/reload.ts';

/** A part that a reload did not bring is tried again after this, or when the connection changes. */
const PAUSE = 10_000;

/** The program of a screen could not be fetched. */
export class ScreenMissing extends Error {}

/** Fetches the program of a screen; the router shows a failure in the screen's place. */
export async function fetchScreen<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    throw new ScreenMissing('a screen could not be fetched');
  }
}

/** Fetches a part that a screen does without until it is there: where that fails the screen stays as it is. */
export async function fetchPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await reloadWhenServed();
    // On the way out nothing more is worth an attempt.
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
    const timer = setTimeout(end, PAUSE);
  });
}
