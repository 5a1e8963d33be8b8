import { Store, useStore } from '#web/ground/browser/store.ts';

const missing = new Store(0);

/** Whether a part of the program fails to load even after reloading the page. */
export function isPartMissing(): boolean {
  return missing.get() > 0;
}

export function usePartMissing(): boolean {
  return useStore(missing) > 0;
}

/** Retries after every pause until the part loads; until then it counts as missing. */
export async function keepTrying<Module>(load: () => Promise<Module>, pause: () => Promise<void>): Promise<Module> {
  missing.set(missing.get() + 1);
  const attempt = async (): Promise<Module> => {
    await pause();
    return load().catch(attempt);
  };
  const module = await attempt();
  missing.set(missing.get() - 1);
  return module;
}
