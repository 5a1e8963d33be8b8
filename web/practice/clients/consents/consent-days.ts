import { printInstant, type StoredInstant } from '#domain/time/instant.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { NO_SUCH_DATE } from '#web/ground/format/typed-date.ts';
import { zoned } from '#web/ground/format/dates.ts';

/** A consent on paper has only a date: it is valid from the start of that day in the practitioner's zone. */
export function givenOn(day: string, timeZone: string): StoredInstant {
  return printInstant(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant());
}

/**
 * A withdrawal takes effect at the end of its day or now, whichever is earlier: never before a consent of the same day.
 */
export function withdrawnOn(day: string, timeZone: string, now: Temporal.Instant): StoredInstant {
  const next = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  const end = next.subtract({ milliseconds: 1 });
  return printInstant(Temporal.Instant.compare(end, now) < 0 ? end : now);
}

/** Why a consent or a withdrawal cannot have this date; undefined if it can. */
export function mistakeIn(day: string, earliest: string, today: Temporal.PlainDate): string | undefined {
  if (day === '') return 'Выберите день';
  if (!readIsoDate(day)) return NO_SUCH_DATE;
  if (day > today.toString()) return 'Этот день ещё не\u00A0наступил';
  return day < earliest ? 'Это раньше, чем дано согласие' : undefined;
}

/** The date of an instant in the practice's zone; '' for none. */
export function dayOf(instant: string, timeZone: string): string {
  return zoned(instant, timeZone)?.toPlainDate().toString() ?? '';
}

/** Whether the paper was signed on a day before its text was entered, so that the signed text may differ. */
export function isBeforeText(day: string, created: string, timeZone: string): boolean {
  return day !== '' && day < dayOf(created, timeZone);
}
