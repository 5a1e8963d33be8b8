import { isTimeZone } from '#domain/time/zone.ts';

/** What a browser that resists fingerprinting reports instead of its zone. */
const MADE_UP = /^(?:UTC|GMT|Etc\/.*|Atlantic\/Reykjavik)$/;

/** The browser's own zone; null if it is not trustworthy, or if the server would not recognise it. */
export function ownZone(): string | null {
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimeZone(name)) return null;
  return MADE_UP.test(name) && navigator.language.startsWith('ru') ? null : name;
}
