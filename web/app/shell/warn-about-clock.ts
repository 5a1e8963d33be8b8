import { clockAhead } from '#web/ground/browser/clock.ts';
import { noteClockTold } from '#web/ground/browser/storage.ts';
import { clockWords } from '#web/ground/format/clock-words.ts';
import { toasts } from '#web/ui/toast/toast-store.ts';

/** Long enough for a screen reader to finish and for reading calmly, in milliseconds. */
const SHOWN_MS = 30_000;

/** Shows once per tab that the device's clock is wrong, as soon as that is known. */
export function warnAboutClock(): void {
  const tell = () => {
    const ahead = clockAhead.get();
    if (ahead === 0) return;
    stop();
    if (!noteClockTold()) toasts.show({ kind: 'info', message: clockWords(ahead), closesAfter: SHOWN_MS });
  };
  const stop = clockAhead.subscribe(tell);
  tell();
}
