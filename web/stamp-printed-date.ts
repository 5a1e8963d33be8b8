import { showDate } from '#web/ground/format/dates.ts';
import { readToday } from '#web/ground/browser/clock.ts';
import { clockZone } from '#web/ground/browser/clock-zone.ts';

/** Gives the footer of printed pages (print.css) today's date. */
export function stampPrintedDate(): void {
  addEventListener('beforeprint', () => {
    document.documentElement.style.setProperty('--k-printed', `' · ${showDate(readToday(clockZone()))}'`);
  });
}
