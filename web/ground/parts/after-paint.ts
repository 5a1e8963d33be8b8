import { flushSync } from 'react-dom';

/** Until the browser has painted what a press has changed; it paints no hidden page. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
}

/**
 * Runs `update` behind the next paint, so that the press that asks for it shows its own effect first. A key in the
 * meantime has it run before the key arrives: no letter is lost.
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
