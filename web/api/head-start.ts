declare global {
  interface Window {
    /** What the page has asked for by itself while the program was on its way (web/head-start.js). */
    headStart?: { token: string; answer: Promise<Response> };
  }
}

/** Whether a sign-in still holds, as the page has asked by itself already; good for one use. */
export function takeHeadStart(token: string): { fetch?: typeof fetch } {
  const { headStart } = window;
  delete window.headStart;
  return headStart?.token === token ? { fetch: () => headStart.answer } : {};
}
