import { readUsedAt, writeUsedAt } from '#web/ground/browser/storage.ts';

const LOOK_EVERY_MS = 15_000;
/** How often activity is recorded. */
const NOTE_EVERY_MS = 5000;
/** How often the server is notified of activity: the precision of its own last-used time. */
const TELL_EVERY_MS = 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

interface IdleActions {
  minutes: number;
  /** Runs after `minutes` without activity. */
  end: () => void;
  /** Notifies the server of activity. */
  reportActivity: () => void;
}

/**
 * Ends the session after some minutes without activity in any tab; returns the function that stops the watch. The
 * server may have a limit too, but it sees only requests, many of them automatic and none caused by typing, so it has
 * to be notified.
 */
export function startIdleWatch({ minutes, end, reportActivity }: IdleActions): () => void {
  const stop = new AbortController();
  let usedAt = Date.now();
  let toldAt = usedAt;
  writeUsedAt(usedAt);
  const isOver = () => Date.now() - Math.max(usedAt, readUsedAt() ?? 0) >= minutes * 60_000;
  const look = () => {
    if (isOver()) end();
  };
  const note = () => {
    if (Date.now() - usedAt < NOTE_EVERY_MS) return;
    // A computer wakes from sleep with an input event, after the time has already passed.
    if (isOver()) return end();
    usedAt = Date.now();
    writeUsedAt(usedAt);
    if (usedAt - toldAt < TELL_EVERY_MS) return;
    toldAt = usedAt;
    reportActivity();
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
