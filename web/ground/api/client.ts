import PocketBase, { type AuthRecord, BaseAuthStore, getTokenPayload, LocalAuthStore } from 'pocketbase';

/** This page's own server, unless the build names another one. */
// Unit tests run without Vite, so `import.meta.env` can be undefined.
const API_URL: string = (import.meta.env as Partial<ImportMetaEnv> | undefined)?.['VITE_API_URL'] ?? '/';

const SIGN_IN = 'pocketbase_auth';

/** Keeps a sign-in in the browser's storage; if that is full, only as long as the page is open. */
class KeptSignIn extends LocalAuthStore {
  #here: { token: string; record: AuthRecord } | null = null;

  override get token(): string {
    return super.token || (this.#here?.token ?? '');
  }

  override get record(): AuthRecord {
    return super.record ?? this.#here?.record ?? null;
  }

  override save(token: string, record: AuthRecord = null): void {
    this.#here = null;
    try {
      super.save(token, record);
    } catch {
      // A stored token of the same sign-in stays usable; one of another sign-in must not return with the next page.
      if (signInOf(super.token) !== signInOf(token)) localStorage.removeItem(SIGN_IN);
      this.#here = { token, record };
      this.triggerChange();
    }
  }

  override clear(): void {
    this.#here = null;
    super.clear();
  }
}

/** Returns the id of the sign-in in a token; '' if it has none. */
export function signInOf(token: string): string {
  const id: unknown = getTokenPayload(token)['jti'];
  return typeof id === 'string' ? id : '';
}

/**
 * The one SDK client; its auth store keeps a person signed in across reloads. In a browser that blocks storage a
 * sign-in lasts as long as the page.
 */
export const pb = new PocketBase(API_URL, canStore() ? new KeptSignIn(SIGN_IN) : new BaseAuthStore());

/** Whether the sign-in survives closing this page. */
export function isSignInKept(): boolean {
  return canStore() && localStorage.getItem(SIGN_IN) !== null;
}

// TanStack Query cancels and deduplicates requests; the SDK's own cancellation would abort parallel requests to one
// collection.
pb.autoCancellation(false);

// The SDK's errors contain no headers; the message about a rate limit needs this one.
pb.afterSend = (response: Response, data: object) => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return response.status === 429 && seconds > 0 ? { ...data, retryAfter: seconds } : data;
};

/** Options for a request that can send a letter to a client: with `silent` this one sends none. */
export function quietly(silent: boolean): { query?: { silent: true } } {
  return silent ? { query: { silent: true } } : {};
}

/** With cookies blocked even accessing `localStorage` throws; with a damaged profile reading from it does. */
function canStore(): boolean {
  try {
    globalThis.localStorage.getItem(SIGN_IN);
    return true;
  } catch {
    return false;
  }
}
