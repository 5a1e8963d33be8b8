declare global {
  interface Window {
    /** Requests that the page starts while the program is still loading (web/head-start.js). */
    headStart?: { token: string; answer: Promise<Response> };
    profileHeadStart?: { user: string; response: Promise<Response> };
  }
}

/** The page's early response on whether a sign-in is still valid; good for one use. */
export function takeHeadStart(token: string): { fetch?: typeof fetch } {
  const { headStart } = window;
  delete window.headStart;
  return headStart?.token === token ? { fetch: () => headStart.answer } : {};
}

/** Later the data of the page's start would be stale. */
const FRESH_MS = 60_000;

/**
 * The page's early response with the profile; good for one use. One to a token that was refused is not used: it would
 * seem to refuse the sign-in that replaced it.
 */
export function profileHeadStart(user: string): typeof fetch {
  return async (url, options) => {
    const { profileHeadStart: started } = window;
    delete window.profileHeadStart;
    const response = started?.user === user ? await started.response.catch(() => null) : null;
    const isUsable = response?.ok && !response.headers.has('www-authenticate') && performance.now() < FRESH_MS;
    return isUsable ? response : fetch(url, options);
  };
}
