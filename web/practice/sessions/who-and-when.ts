import { isolated } from '#domain/text/isolated.ts';
import { showDayAndTime, zoned } from '#web/ground/format/dates.ts';
import type { NamedClient } from '#domain/clients/told-apart.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';

interface Planned {
  date: string;
  expand?: { client?: NamedClient };
}

/** «Анна Ковальчук, среда, 18 ноября, 10:00»: which session a dialog is about. */
export function whoAndWhen(session: Planned, timeZone: string): string {
  const start = zoned(session.date, timeZone);
  return [isolated(shownClient(session)), start && showDayAndTime(start)].filter(Boolean).join(', ');
}
