import { useSyncExternalStore } from 'react';

let missing = 0;
const listeners = new Set<() => void>();

/** Whether a part of the program fails to load even after reloading the page. */
export function isPartMissing(): boolean {
  return missing > 0;
}

export function usePartMissing(): boolean {
  return useSyncExternalStore(subscribe, isPartMissing);
}

/** Retries after every pause until the part loads; until then it counts as missing. */
export async function keepTrying<Module>(load: () => Promise<Module>, pause: () => Promise<void>): Promise<Module> {
  count(1);
  const attempt = async (): Promise<Module> => {
    await pause();
    return load().catch(attempt);
  };
  const module = await attempt();
  count(-1);
  return module;
}

function count(change: 1 | -1): void {
  missing += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
