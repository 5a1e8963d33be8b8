import { useSyncExternalStore } from 'react';
import { IDLE_MINUTES } from '#domain/accounts/sign-in.ts';
import { onLockAfterChange, readLockAfter, writeLockAfter } from '#web/ground/browser/storage.ts';

/** The choices for the minutes without use after which this browser locks; 0 for never. */
export const LOCK_AFTER = [0, 5, 15, 30, 60] as const;

const listeners = new Set<() => void>();

/** This browser's choice and its setter. */
export function useLockAfter(): [number, (minutes: number) => void] {
  return [useSyncExternalStore(onLockAfter, lockAfter), choose];
}

/** After how many minutes without use the session locks; null if it never does. */
export function idleMinutes(idleSignOut: boolean): number | null {
  const limits = [lockAfter(), idleSignOut ? IDLE_MINUTES : 0].filter((minutes) => minutes > 0);
  return limits.length > 0 ? Math.min(...limits) : null;
}

/** Notifies of a new choice, from another tab too. */
export function onLockAfter(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onLockAfterChange(listener);
  return () => {
    stop();
    listeners.delete(listener);
  };
}

function lockAfter(): number {
  const stored = readLockAfter();
  return LOCK_AFTER.find((minutes) => minutes === stored) ?? 0;
}

function choose(minutes: number): void {
  writeLockAfter(minutes);
  for (const listener of listeners) listener();
}
