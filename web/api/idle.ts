import { IDLE_MINUTES } from '#domain/accounts/sign-in.ts';
import { loseIdleSession } from '#web/api/session.ts';
import { readUsedAt, writeUsedAt } from '#web/api/storage.ts';

const IDLE_MS = IDLE_MINUTES * 60_000;
const LOOK_EVERY_MS = 15_000;
/** How often it is noted that somebody is there. */
const NOTE_EVERY_MS = 5000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/**
 * Ends the session once nobody has done anything in any tab for half an hour; the returned function stops that. The
 * server ends it too, but of what it is asked, a browser asks much by itself.
 */
export function startIdleWatch(): () => void {
  const stop = new AbortController();
  let usedAt = Date.now();
  writeUsedAt(usedAt);
  const isOver = () => Date.now() - Math.max(usedAt, readUsedAt() ?? 0) >= IDLE_MS;
  const look = () => {
    if (isOver()) loseIdleSession();
  };
  const note = () => {
    if (Date.now() - usedAt < NOTE_EVERY_MS) return;
    // A computer that slept wakes with a movement: the half hour was over before it.
    if (isOver()) return loseIdleSession();
    usedAt = Date.now();
    writeUsedAt(usedAt);
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
