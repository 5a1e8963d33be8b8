import { isTimeZone } from '#domain/time/zone.ts';

/** What a browser that resists fingerprinting reports in place of its zone. */
const MADE_UP = /^(?:UTC|GMT|Etc\/.*|Atlantic\/Reykjavik)$/;

/** The browser's own zone; null where it is not to be believed, or the server would not recognise it. */
export function ownZone(): string | null {
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimeZone(name)) return null;
  return MADE_UP.test(name) && navigator.language.startsWith('ru') ? null : name;
}
