import { flushSync } from 'react-dom';

/** Resolves once the browser has painted, or after 100 ms: a hidden page is never painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}

/**
 * Runs `update` after the next paint, so that the press that causes it shows its own effect first. A key pressed
 * meanwhile runs it at once, before the key event is delivered: no letter is lost.
 */
export function afterPaint(update: () => void): void {
  let done = false;
  const run = () => {
    if (done) return;
    done = true;
    window.removeEventListener('keydown', run, true);
    flushSync(update);
  };
  window.addEventListener('keydown', run, true);
  void painted().then(run);
}
