import { showDate, showTime } from '#web/ground/format/dates.ts';
import { counted, HOURS, MINUTES_AGO } from '#web/ground/format/plural.ts';

/** 'через 1 ч 20 мин', 'через 5 мин', 'сейчас'; null when it is past or more than a day ahead. */
export function showUntil(start: Temporal.Instant, now: Temporal.Instant): string | null {
  const minutes = Math.ceil((start.epochMilliseconds - now.epochMilliseconds) / 60_000);
  if (minutes < 0 || minutes >= 24 * 60) return null;
  if (minutes === 0) return 'сейчас';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [hours > 0 && `${hours}\u00A0ч`, rest > 0 && `${rest}\u00A0мин`].filter(Boolean);
  return `через ${parts.join('\u00A0')}`;
}

/** 'только что', '1 минуту назад', '12 минут назад', '3 часа назад', 'вчера, 21:08', then the date: '15.11.2026 21:08'. */
export function showSince(moment: Temporal.Instant, now: Temporal.Instant, timeZone: string): string {
  const minutes = Math.floor((now.epochMilliseconds - moment.epochMilliseconds) / 60_000);
  const at = moment.toZonedDateTimeISO(timeZone);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const days = at.toPlainDate().until(today).days;
  if (minutes < 1) return 'только что';
  if (minutes < 60) return `${counted(minutes, MINUTES_AGO)} назад`;
  if (days === 0) return `${counted(Math.floor(minutes / 60), HOURS)} назад`;
  if (days === 1) return `вчера, ${showTime(at)}`;
  return `${showDate(at)} ${showTime(at)}`;
}
