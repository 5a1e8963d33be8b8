import { isolated } from '#domain/text/isolated.ts';
import { showDayAndTime, zoned } from '#web/ground/format/dates.ts';
import { CLIENT_GONE } from '#web/practice/sessions/queries.ts';

interface Planned {
  date: string;
  expand?: { client?: { name: string } };
}

/** «Анна Ковальчук, среда, 18 ноября, 10:00»: which session a question is about. */
export function whoAndWhen({ date, expand }: Planned, timeZone: string): string {
  const start = zoned(date, timeZone);
  return [isolated(expand?.client?.name ?? CLIENT_GONE), start && showDayAndTime(start)].filter(Boolean).join(', ');
}
