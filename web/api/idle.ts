import { IDLE_MINUTES } from '#domain/accounts/sign-in.ts';
import { readUsedAt, writeUsedAt } from '#web/browser/storage.ts';

const IDLE_MS = IDLE_MINUTES * 60_000;
const LOOK_EVERY_MS = 15_000;
/** How often it is noted that somebody is there. */
const NOTE_EVERY_MS = 5000;
/** How often the server is told so: as exactly as it knows when a sign-in was used last. */
const TELL_EVERY_MS = 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

interface IdleActions {
  /** Nobody has done anything for half an hour. */
  end: () => void;
  /** Somebody is there. */
  tellUse: () => void;
}

/**
 * Ends the session once nobody has done anything in any tab for half an hour; the returned function stops that. The
 * server ends it too, but of what it is asked, a browser asks much by itself, and of what is being written it hears
 * nothing: so it is told.
 */
export function startIdleWatch({ end, tellUse }: IdleActions): () => void {
  const stop = new AbortController();
  let usedAt = Date.now();
  let toldAt = usedAt;
  writeUsedAt(usedAt);
  const isOver = () => Date.now() - Math.max(usedAt, readUsedAt() ?? 0) >= IDLE_MS;
  const look = () => {
    if (isOver()) end();
  };
  const note = () => {
    if (Date.now() - usedAt < NOTE_EVERY_MS) return;
    // A computer that slept wakes with a movement: the half hour was over before it.
    if (isOver()) return end();
    usedAt = Date.now();
    writeUsedAt(usedAt);
    if (usedAt - toldAt < TELL_EVERY_MS) return;
    toldAt = usedAt;
    tellUse();
  };
  const { signal } = stop;
  for (const sign of SIGNS) window.addEventListener(sign, note, { signal, capture: true, passive: true });
  document.addEventListener('visibilitychange', look, { signal });
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    stop.abort();
    clearInterval(timer);
  };
}
