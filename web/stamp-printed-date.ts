import { showDate } from '#web/ground/format/dates.ts';
import { readToday } from '#web/ground/browser/clock.ts';
import { clockZone } from '#web/ground/browser/clock-zone.ts';

/** Gives the foot of printed pages, in print.css, today's date: paper has no other clock. */
export function stampPrintedDate(): void {
  addEventListener('beforeprint', () => {
    document.documentElement.style.setProperty('--k-printed', `' · ${showDate(readToday(clockZone()))}'`);
  });
}
