/** The zone of a practitioner who named none. */
export const DEFAULT_TIME_ZONE = 'Europe/Moscow';

/**
 * True for a name of the IANA database ('Europe/Berlin', 'UTC'). Offsets such as '+03:00' are refused: they know
 * nothing of clock changes, and weekly hours need to.
 */
export function isTimeZone(name: string): boolean {
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return true;
  } catch {
    return false;
  }
}
