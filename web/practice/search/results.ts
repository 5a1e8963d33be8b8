import { IconClockHour4, IconUsers } from '@tabler/icons-react';
import { showPhone } from '#domain/clients/phone.ts';
import { isolated } from '#domain/text/isolated.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { clientPage } from '#web/practice/client-page/client-page.ts';
import type { FoundClient } from '#web/practice/clients/found-clients.ts';
import { actions, settingResults } from '#web/practice/search/actions.ts';
import { type Found, MOST } from '#web/practice/search/found.ts';
import { allFound, type Result, type ResultGroup } from '#web/practice/search/result.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';

interface Options {
  timeZone: string;
  mayAddClient: boolean;
  today: Temporal.PlainDate;
}

/** The results by name, date and setting for a typed text; empty groups are left out. */
export function resultGroups(typed: string, found: Found, { timeZone, mayAddClient, today }: Options): ResultGroup[] {
  const text = typed.trim();
  const groups: ResultGroup[] = [
    { name: 'Клиенты', results: clientResults(text, found.clients) },
    { name: 'Сессии', results: sessionResults(text, found, timeZone) },
    { name: 'Действия', results: actions({ text, clients: found.clients, mayAddClient, today }) },
    { name: 'Настройки', results: settingResults(text) },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

function clientResults(text: string, clients: readonly FoundClient[]): Result[] {
  const shown = clients.slice(0, MOST.clients).map(({ id, name, phone, archived }): Result => ({
    id: `client-${id}`,
    record: true,
    icon: IconUsers,
    title: name,
    detail: archived ? `В\u00A0архиве, ${isolated(showPhone(phone))}` : showPhone(phone),
    // An archived client is opened, because they can be restored in the details.
    go: (navigate) => (archived ? navigate({ to: '/dashboard', search: { client: id } }) : navigate(clientPage(id))),
  }));
  if (clients.length <= MOST.clients) return shown;
  return [...shown, allFound('all-clients', 'Все найденные клиенты', '/dashboard', text)];
}

function sessionResults(text: string, { upcoming, past }: Found, timeZone: string): Result[] {
  const shown = [...upcoming.slice(0, MOST.sessions), ...past.slice(0, MOST.sessions)].map((session): Result => ({
    id: `session-${session.id}`,
    record: true,
    icon: IconClockHour4,
    title: shownClient(session),
    detail: showInstant(session.date, timeZone),
    go: (navigate) => navigate({ to: '/dashboard/sessions', search: { session: session.id } }),
  }));
  if (Math.max(upcoming.length, past.length) <= MOST.sessions) return shown;
  return [...shown, allFound('all-sessions', 'Все найденные сессии', '/dashboard/sessions', text)];
}
