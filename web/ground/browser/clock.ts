import { Store } from '#web/ground/browser/store.ts';

/** Clocks that differ by less agree, in milliseconds. */
const TOLERANCE = 5 * 60_000;

/** How finely the server says its time. */
const SECOND = 1000;

/** How far the device's clock is ahead of the server's, in milliseconds; 0 while they agree. */
export const clockAhead = new Store(0);

/** The current instant, by the server's clock where the device's is wrong. Screens have no other. */
export function readClock(): Temporal.Instant {
  return Temporal.Now.instant().subtract({ milliseconds: clockAhead.get() });
}

/** The date that it is in a zone. */
export function readToday(timeZone: string): Temporal.PlainDate {
  return readClock().toZonedDateTimeISO(timeZone).toPlainDate();
}

/**
 * Compares the clocks by what the server said in a response to a request sent at `sentAt` by the device's clock. All are
 * epoch milliseconds. What is NaN, or may be due to a slow line, changes nothing.
 */
export function compareClocks(serverTime: number, sentAt: number, receivedAt: number = Date.now()): void {
  // Also where the device slept or its clock was set meanwhile: then the doubt is as long.
  const doubt = Math.abs(receivedAt - sentAt) / 2 + SECOND;
  const found = Math.round((sentAt + receivedAt) / 2 - serverTime);
  if (Math.abs(found - clockAhead.get()) > doubt) clockAhead.set(Math.abs(found) - doubt > TOLERANCE ? found : 0);
}

/** The server's time in a response, for `compareClocks`. */
export function timeOf({ headers }: Response): number {
  return Date.parse(headers.get('date') ?? '');
}
