import { compareClocks, timeOf } from '#web/ground/browser/clock.ts';

declare global {
  interface Window {
    /** The check of the sign-in that the page requests while the program is still loading (web/head-start.ts). */
    headStart?: { token: string; at: number; response: Promise<Response> };
  }
}

/** The page's early response on whether a sign-in is still valid; good for one use. */
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
