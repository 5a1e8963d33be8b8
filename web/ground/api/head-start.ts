import { compareClocks, timeOf } from '#web/ground/browser/clock.ts';

declare global {
  interface Window {
    /** The check of the sign-in that the page requests while the program is still loading (web/head-start.ts). */
    headStart?: { token: string; at: number; response: Promise<Response> };
  }
}

/** Returns the page's early check of this token as a `fetch`; it can be used only once. */
export function takeHeadStart(token: string): { fetch?: typeof fetch } {
  const { headStart } = window;
  delete window.headStart;
  if (headStart?.token !== token) return {};
  const respond = async () => {
    const response = await headStart.response;
    compareClocks(timeOf(response), headStart.at);
    return response;
  };
  return { fetch: respond };
}
