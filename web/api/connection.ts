import { useSyncExternalStore } from 'react';
import type { SendOptions } from 'pocketbase';
import { pb } from '#web/api/client.ts';

/** How long the server may take to say that it is there. */
const PATIENCE = 5000;
/** Asked again after this, a little later each time. */
const FIRST_PAUSE = 700;
const LONGEST_PAUSE = 3000;

let lost = false;
let pause = FIRST_PAUSE;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Learns from every request whether the server can be reached, and goes on asking while it cannot. */
export function startConnection(): void {
  pb.beforeSend = (url, options) => ({ url, options: { ...options, fetch: watched(options.fetch ?? fetch) } });
  // What the browser believes about its network is only a reason to look.
  for (const event of ['online', 'offline']) window.addEventListener(event, () => void serverAnswers());
  document.addEventListener('visibilitychange', () => {
    if (lost && document.visibilityState === 'visible') void serverAnswers();
  });
}

/** Asks the server now whether it is there. */
export async function serverAnswers(): Promise<boolean> {
  clearTimeout(timer);
  try {
    const response = await fetch(pb.buildURL('/api/health'), {
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    });
    hear(response);
  } catch {
    miss();
  }
  return !lost;
}

export function isConnectionLost(): boolean {
  return lost;
}

/** Calls `listener` when the server cannot be reached any more, and when it can be again. */
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
      if (!config?.signal?.aborted) miss();
      throw error;
    }
  };
}

function hear(response: Response): void {
  // A gateway that answers for a server that is away.
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
