import PocketBase from 'pocketbase';

/** This page's own server, unless the build names another one. */
// Tests of the modules around it run without Vite.
const API_URL: string = (import.meta.env as Partial<ImportMetaEnv> | undefined)?.['VITE_API_URL'] ?? '/';

/** The one SDK client; its auth store keeps a person signed in across reloads. */
export const pb = new PocketBase(API_URL);

// TanStack Query cancels and shares queries, so two screens can request one collection at the same time.
pb.autoCancellation(false);

// The SDK's errors keep no headers; the message about a rate limit needs this one.
pb.afterSend = (response: Response, data: object) => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return response.status === 429 && seconds > 0 ? { ...data, retryAfter: seconds } : data;
};
