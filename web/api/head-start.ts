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

/** The page's early response with the profile; good for one use. */
export function profileHeadStart(user: string): typeof fetch {
  return async (url, options) => {
    const { profileHeadStart: started } = window;
    delete window.profileHeadStart;
    const response = started?.user === user ? await started.response.catch(() => null) : null;
    return response?.ok ? response : fetch(url, options);
  };
}
