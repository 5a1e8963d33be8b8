/** How long a page counts as being left, in milliseconds: a browser does not say that its person stays. */
const LEFT_IN = 10_000;

declare global {
  /** Resolves at once, or, while the page is being left, once it is known to stay. Put there by web/opening.ts. */
  var stays: (() => Promise<void>) | undefined;
}

/**
 * Returns `stays`. Firefox fails what is on its way as soon as another page is asked for, while this one lives on:
 * neither the server nor the line is to blame, and a reload would call the person back.
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

/** `fetch` that fails on a page that stays alone. */
export async function fetchHere(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...request);
  } catch (error) {
    await globalThis.stays?.();
    throw error;
  }
}
