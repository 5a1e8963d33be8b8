import type { SendOptions } from 'pocketbase';
import { pb } from '#web/ground/api/client.ts';
import { dropStartedLists } from '#web/ground/api/lists.ts';
import { compareClocks, timeOf } from '#web/ground/browser/clock.ts';
import { Store, useStore } from '#web/ground/browser/store.ts';

/** How long the server may take to respond, in milliseconds. */
const TIMEOUT_MS = 5000;
/** Pause before the next check, in milliseconds; it grows a little each time. */
const FIRST_RETRY_MS = 700;
const LONGEST_RETRY_MS = 3000;

/** Whether the server is unreachable; while it is, the health check is repeated. */
class Lost extends Store<boolean> {
  #pause = FIRST_RETRY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Cancels the scheduled check. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  onResponse({ status }: Response): void {
    // A gateway responds in place of a server that is down.
    if (status === 502 || status === 504) return this.onNoResponse();
    this.rest();
    this.#pause = FIRST_RETRY_MS;
    this.set(false);
  }

  onNoResponse(): void {
    this.set(true);
    this.rest();
    this.#timer = setTimeout(() => void serverAnswers(), this.#pause);
    this.#pause = Math.min(this.#pause * 1.5, LONGEST_RETRY_MS);
  }
}

const lost = new Lost(false);

/** Observes every request to learn whether the server is reachable, and keeps checking while it is not. */
export function startConnection(): void {
  pb.beforeSend = (url, options) => {
    if (options.method !== 'GET' && !/\/(?:auth-refresh|realtime)$/.test(url)) dropStartedLists();
    return { url, options: { ...options, fetch: monitored(options.fetch ?? fetch) } };
  };
  // The browser's own online state is unreliable, so its events only trigger a check.
  for (const event of ['online', 'offline']) window.addEventListener(event, () => void serverAnswers());
  document.addEventListener('visibilitychange', () => {
    if (lost.get() && document.visibilityState === 'visible') void serverAnswers();
  });
}

/** Checks now whether the server is reachable. */
export async function serverAnswers(): Promise<boolean> {
  lost.rest();
  try {
    const response = await fetch(pb.buildURL('/api/health'), {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    lost.onResponse(response);
  } catch {
    await globalThis.stays?.();
    lost.onNoResponse();
  }
  return !lost.get();
}

/** Resolves once the server is reachable. */
export async function untilServed(): Promise<void> {
  if (await serverAnswers()) return;
  await new Promise<void>((resolve) => {
    const stop = onConnection(() => {
      if (lost.get()) return;
      stop();
      resolve();
    });
  });
}

export const isConnectionLost = lost.get;

/** Calls a listener when the connection is lost and when it is back. */
export const onConnection = lost.subscribe;

export function useConnectionLost(): boolean {
  return useStore(lost);
}

function monitored(send: NonNullable<SendOptions['fetch']>): typeof fetch {
  return async (url, config) => {
    const sentAt = Date.now();
    try {
      const response = await send(url, config);
      // Not for the response that the page requested before the program loaded: it was sent earlier.
      if (send === fetch) compareClocks(timeOf(response), sentAt);
      lost.onResponse(response);
      return response;
    } catch (error) {
      if (config?.signal?.aborted) throw error;
      await globalThis.stays?.();
      lost.onNoResponse();
      throw error;
    }
  };
}
