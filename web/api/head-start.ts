declare global {
  interface Window {
    /** What the page has asked for by itself while the program was on its way (web/head-start.js). */
    headStart?: { token: string; answer: Promise<Response> };
    profileHeadStart?: { user: string; response: Promise<Response> };
  }
}

/** Whether a sign-in still holds, as the page has asked by itself already; good for one use. */
export function takeHeadStart(token: string): { fetch?: typeof fetch } {
  const { headStart } = window;
  delete window.headStart;
  return headStart?.token === token ? { fetch: () => headStart.answer } : {};
}

/** Fetches the profile, which the page has requested by itself already; good for one use. */
export function profileHeadStart(user: string): typeof fetch {
  return async (url, options) => {
    const { profileHeadStart: started } = window;
    delete window.profileHeadStart;
    const response = started?.user === user ? await started.response.catch(() => null) : null;
    return response?.ok ? response : fetch(url, options);
  };
}
