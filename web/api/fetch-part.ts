import { reloadWhenServed } from '#web/api/reload.ts';

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
    return new Promise(() => undefined);
  }
}
