import PocketBase, { BaseAuthStore } from 'pocketbase';

/** This page's own server, unless the build names another one. */
// Tests of the modules around it run without Vite.
const API_URL: string = (import.meta.env as Partial<ImportMetaEnv> | undefined)?.['VITE_API_URL'] ?? '/';

/**
 * The one SDK client; its auth store keeps a person signed in across reloads. In a browser that refuses its storage a
 * sign-in lasts as long as the page.
 */
export const pb = new PocketBase(API_URL, canStore() ? undefined : new BaseAuthStore());

// TanStack Query cancels and shares queries, so two screens can request one collection at the same time.
pb.autoCancellation(false);

// The SDK's errors keep no headers; the message about a rate limit needs this one.
pb.afterSend = (response: Response, data: object) => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return response.status === 429 && seconds > 0 ? { ...data, retryAfter: seconds } : data;
};

/** With cookies blocked even the name of the storage throws. */
function canStore(): boolean {
  try {
    void globalThis.localStorage;
    return true;
  } catch {
    return false;
  }
}
