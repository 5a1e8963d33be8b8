import { showTime } from '#web/ground/format/dates.ts';
import { counted, HOURS } from '#web/ground/format/plural.ts';

const MINUTES_TO_WAIT = { one: 'минуту', few: 'минуты', many: 'минут' };
const LONGEST_IN_MINUTES = 90;

/** PUBLIC-06: when a rate-limited visitor can retry; `now` is on the visitor's own clock. */
export function waitingText(seconds: number | null, now: Temporal.ZonedDateTime): string {
  const kept = 'Всё, что вы\u00A0ввели, останется на\u00A0месте.';
  if (seconds === null) return `Слишком много заявок подряд. Попробуйте снова через несколько минут. ${kept}`;
  const minutes = Math.ceil(seconds / 60);
  const wait =
    minutes <= LONGEST_IN_MINUTES ? counted(minutes, MINUTES_TO_WAIT) : counted(Math.ceil(minutes / 60), HOURS);
  const until = showTime(now.add({ minutes }));
  return `Слишком много заявок подряд. Попробуйте снова через ${wait}, после ${until}. ${kept}`;
}
