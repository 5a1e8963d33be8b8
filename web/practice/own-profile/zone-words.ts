import { showDayAndMonth, showTime } from '#web/ground/format/dates.ts';
import { showZone } from '#web/ground/format/zones.ts';
import { zoneAdjective } from '#web/ground/format/zone-names.ts';

/**
 * 'Время московское, у вас 19:03': the zone of the shown times, and this browser's clock, with the date if it is
 * another day.
 */
export function zoneWords(timeZone: string, own: string, now: Temporal.Instant): string {
  const [there, here] = [timeZone, own].map((zone) => now.toZonedDateTimeISO(zone));
  if (!there || !here) return '';
  const sameDay = here.toPlainDate().equals(there.toPlainDate());
  const date = sameDay ? '' : `, ${showDayAndMonth(here.toPlainDate()).replace(' ', '\u00A0')}`;
  return `${nameOf(timeZone, now)}, у\u00A0вас ${showTime(here)}${date}`;
}

function nameOf(timeZone: string, now: Temporal.Instant): string {
  const adjective = zoneAdjective(timeZone);
  if (adjective) return `Время ${adjective.replace(/ому$/, 'ое')}`;
  return `Время: ${showZone(timeZone, now).replace(/, (UTC.*)$/, ' ($1)')}`;
}
