import PocketBase from 'pocketbase';

/** The server of this page, unless the build names another one. */
// Tests of what is around it run without Vite.
const API_URL: string = (import.meta.env as Partial<ImportMetaEnv> | undefined)?.['VITE_API_URL'] ?? '/';

/** The one connection to the server; its auth store is what keeps a person signed in over a reload. */
export const pb = new PocketBase(API_URL);

// Queries are cancelled and shared by TanStack Query; two screens asking for one collection are no accident.
pb.autoCancellation(false);

// The SDK's errors keep no headers; the words about a limit need this one.
pb.afterSend = (response: Response, data: object) => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return response.status === 429 && seconds > 0 ? { ...data, retryAfter: seconds } : data;
};
