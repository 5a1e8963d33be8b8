/** How long a page counts as being left, in milliseconds: a browser does not report that a navigation was cancelled. */
const LEFT_IN = 10_000;

declare global {
  /** Resolves at once or, while the page is being left, only once it is known to stay. Set by web/opening.ts. */
  var stays: (() => Promise<void>) | undefined;
}

/**
 * Returns `stays`. Firefox aborts pending requests as soon as a navigation begins, while this page still runs: neither
 * the server nor the connection is at fault, and a reload would cancel the person's navigation.
 */
export function followLeaving(): () => Promise<void> {
  const waiting = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stay = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const judge of waiting) judge();
    waiting.clear();
  };
  const leave = () => {
    clearTimeout(timer);
    timer = setTimeout(stay, LEFT_IN);
  };
  window.addEventListener('beforeunload', leave);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', stay);
  return () => new Promise((resolve) => (timer === undefined ? resolve() : waiting.add(resolve)));
}

/** Like `fetch`, but rejects only if the page stays. */
export async function fetchHere(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...request);
  } catch (error) {
    await globalThis.stays?.();
    throw error;
  }
}
