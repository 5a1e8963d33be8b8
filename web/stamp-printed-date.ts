import { showDate } from '#web/ground/format/dates.ts';

/** Gives the foot of printed pages, in print.css, today's date: paper has no other clock. */
export function stampPrintedDate(): void {
  addEventListener('beforeprint', () => {
    document.documentElement.style.setProperty('--k-printed', `' · ${showDate(Temporal.Now.plainDateISO())}'`);
  });
}
