import { Store } from '#web/ground/browser/store.ts';

/** Clocks that differ by less count as equal, in milliseconds. */
const TOLERANCE = 5 * 60_000;

/** The precision of the server's Date header, in milliseconds. */
const SECOND = 1000;

/** How far the device's clock is ahead of the server's, in milliseconds; 0 while they agree. */
export const clockAhead = new Store(0);

/** The current instant, by the server's clock if the device's is wrong. Screens must use no other clock. */
export function readClock(): Temporal.Instant {
  return Temporal.Now.instant().subtract({ milliseconds: clockAhead.get() });
}

/** Today's date in a zone. */
export function readToday(timeZone: string): Temporal.PlainDate {
  return readClock().toZonedDateTimeISO(timeZone).toPlainDate();
}

/**
 * Compares the clocks by the server's time in a response to a request sent at `sentAt` on the device's clock. All
 * values are epoch milliseconds. NaN, or a difference that a slow connection can explain, changes nothing.
 */
export function compareClocks(serverTime: number, sentAt: number, receivedAt: number = Date.now()): void {
  // If the device slept or its clock was set meanwhile, the uncertainty grows by the same time.
  const doubt = Math.abs(receivedAt - sentAt) / 2 + SECOND;
  const found = Math.round((sentAt + receivedAt) / 2 - serverTime);
  if (Math.abs(found - clockAhead.get()) > doubt) clockAhead.set(Math.abs(found) - doubt > TOLERANCE ? found : 0);
}

/** The server's time in a response, for `compareClocks`. */
export function timeOf({ headers }: Response): number {
  return Date.parse(headers.get('date') ?? '');
}
