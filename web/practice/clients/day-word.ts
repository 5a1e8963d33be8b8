/** «Сегодня, » or «Завтра, » before a date; '' before any other. */
export function dayWord(start: Temporal.ZonedDateTime, now: Temporal.Instant): string {
  const today = now.toZonedDateTimeISO(start.timeZoneId).toPlainDate();
  const days = today.until(start.toPlainDate()).days;
  return days === 0 ? 'Сегодня, ' : days === 1 ? 'Завтра, ' : '';
}
