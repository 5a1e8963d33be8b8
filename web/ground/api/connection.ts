import { useSyncExternalStore } from 'react';
import type { SendOptions } from 'pocketbase';
import { pb } from '#web/ground/api/client.ts';
import { dropStartedLists } from '#web/ground/api/lists.ts';

/** How long the server may take to respond, in milliseconds. */
const PATIENCE = 5000;
/** Pause before the next check, in milliseconds; it grows a little each time. */
const FIRST_PAUSE = 700;
const LONGEST_PAUSE = 3000;

let lost = false;
let pause = FIRST_PAUSE;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Learns from every request whether the server is reachable, and keeps checking while it is not. */
export function startConnection(): void {
  pb.beforeSend = (url, options) => {
    if (options.method !== 'GET' && !/\/(?:auth-refresh|realtime)$/.test(url)) dropStartedLists();
    return { url, options: { ...options, fetch: watched(options.fetch ?? fetch) } };
  };
  // The browser's own online state is unreliable, so its events only trigger a check.
  for (const event of ['online', 'offline']) window.addEventListener(event, () => void serverAnswers());
  document.addEventListener('visibilitychange', () => {
    if (lost && document.visibilityState === 'visible') void serverAnswers();
  });
}

/** Checks now whether the server is reachable. */
export async function serverAnswers(): Promise<boolean> {
  clearTimeout(timer);
  try {
    const response = await fetch(pb.buildURL('/api/health'), {
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    });
    hear(response);
  } catch {
    await globalThis.stays?.();
    miss();
  }
  return !lost;
}

/** Resolves once the server is reachable. */
export async function untilServed(): Promise<void> {
  if (await serverAnswers()) return;
  await new Promise<void>((resolve) => {
    const stop = onConnection(() => {
      if (lost) return;
      stop();
      resolve();
    });
  });
}

export function isConnectionLost(): boolean {
  return lost;
}

/** Calls `listener` when the connection is lost and when it is back. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(onConnection, isConnectionLost);
}

function watched(send: NonNullable<SendOptions['fetch']>): typeof fetch {
  return async (url, config) => {
    try {
      const response = await send(url, config);
      hear(response);
      return response;
    } catch (error) {
      if (config?.signal?.aborted) throw error;
      await globalThis.stays?.();
      miss();
      throw error;
    }
  };
}

function hear(response: Response): void {
  // A gateway responds in place of a server that is down.
  if (response.status === 502 || response.status === 504) miss();
  else change(false);
}

function miss(): void {
  change(true);
  clearTimeout(timer);
  timer = setTimeout(() => void serverAnswers(), pause);
  pause = Math.min(pause * 1.5, LONGEST_PAUSE);
}

function change(nowLost: boolean): void {
  if (!nowLost) {
    clearTimeout(timer);
    pause = FIRST_PAUSE;
  }
  if (nowLost === lost) return;
  lost = nowLost;
  for (const listener of listeners) listener();
}
