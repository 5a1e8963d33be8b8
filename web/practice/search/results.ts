import { isolated } from '#domain/text/isolated.ts';
import { CLIENT_GONE } from '#web/practice/sessions/queries.ts';
import type { useNavigate } from '@tanstack/react-router';
import {
  IconAdjustmentsHorizontal,
  IconArrowRight,
  IconCalendar,
  IconCalendarPlus,
  IconClockHour4,
  IconInbox,
  IconNotebook,
  IconPlus,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { showPhone } from '#domain/clients/phone.ts';
import { fold } from '#domain/text/fold.ts';
import { NOT_OPENED } from '#web/ground/api/sealed-text.ts';
import { withCapitals } from '#web/practice/clients/suggested-client.ts';
import { showDate, showInstant } from '#web/ground/format/dates.ts';
import { type Found, type FoundClient, type FoundNote, MOST } from '#web/practice/search/found.ts';
import { keptSearch } from '#web/ui/page/kept-search.ts';

type Navigate = ReturnType<typeof useNavigate>;

/** One row of the palette and its target. */
export interface Result {
  id: string;
  icon: Icon;
  title: string;
  /** On the right: a phone, a date. */
  detail?: string;
  go: (navigate: Navigate) => Promise<void>;
  /** One of the practitioner's own records, not a link to more results or an action. */
  record?: true;
}

export interface ResultGroup {
  name: 'Клиенты' | 'Сессии' | 'Заметки' | 'Действия';
  results: Result[];
}

/** The results for a typed text; empty groups are left out. */
export function resultGroups(
  typed: string,
  found: Found,
  { timeZone, mayAddClient }: { timeZone: string; mayAddClient: boolean },
): ResultGroup[] {
  const text = typed.trim();
  const groups: ResultGroup[] = [
    { name: 'Клиенты', results: clientResults(text, found.clients) },
    { name: 'Сессии', results: sessionResults(text, found, timeZone) },
    { name: 'Заметки', results: found.notes.map(noteResult) },
    { name: 'Действия', results: actions(text, found.clients, mayAddClient) },
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
    go: (navigate) => navigate({ to: '/dashboard', search: { client: id } }),
  }));
  if (clients.length <= MOST.clients) return shown;
  const go = (navigate: Navigate) => navigate({ to: '/dashboard', state: keptSearch(text) });
  return [...shown, { id: 'all-clients', icon: IconArrowRight, title: 'Все найденные клиенты', go }];
}

function sessionResults(text: string, { upcoming, past }: Found, timeZone: string): Result[] {
  const shown = [...upcoming.slice(0, MOST.sessions), ...past.slice(0, MOST.sessions)].map(
    ({ id, date, expand }): Result => ({
      id: `session-${id}`,
      record: true,
      icon: IconClockHour4,
      title: expand?.client?.name ?? CLIENT_GONE,
      detail: showInstant(date, timeZone),
      go: (navigate) => navigate({ to: '/dashboard/sessions', search: { session: id } }),
    }),
  );
  if (Math.max(upcoming.length, past.length) <= MOST.sessions) return shown;
  const go = (navigate: Navigate) => navigate({ to: '/dashboard/sessions', state: keptSearch(text) });
  return [...shown, { id: 'all-sessions', icon: IconArrowRight, title: 'Все найденные сессии', go }];
}

function noteResult({ id, title, date }: FoundNote): Result {
  return {
    id: `note-${id}`,
    record: true,
    icon: IconNotebook,
    title: title ?? NOT_OPENED,
    detail: showDate(Temporal.PlainDate.from(date.slice(0, 10))),
    go: (navigate) => navigate({ to: '/dashboard/notes', search: { note: id } }),
  };
}

const NEW_SESSION: Result = {
  id: 'new-session',
  icon: IconCalendarPlus,
  title: 'Новая сессия',
  go: (navigate) => navigate({ to: '/dashboard/sessions/new' }),
};

const NEW_NOTE: Result = {
  id: 'new-note',
  icon: IconPlus,
  title: 'Новая заметка',
  go: (navigate) => navigate({ to: '/dashboard/notes', search: { note: 'new' } }),
};

const SCREENS: readonly Result[] = [
  { id: 'to-clients', icon: IconUsers, title: 'Клиенты', go: (navigate) => navigate({ to: '/dashboard' }) },
  {
    id: 'to-sessions',
    icon: IconClockHour4,
    title: 'Сессии',
    go: (navigate) => navigate({ to: '/dashboard/sessions' }),
  },
  {
    id: 'to-calendar',
    icon: IconCalendar,
    title: 'Календарь',
    go: (navigate) => navigate({ to: '/dashboard/calendar' }),
  },
  { id: 'to-notes', icon: IconNotebook, title: 'Заметки', go: (navigate) => navigate({ to: '/dashboard/notes' }) },
  {
    id: 'to-booking',
    icon: IconInbox,
    title: 'Онлайн-запись',
    go: (navigate) => navigate({ to: '/dashboard/online-booking' }),
  },
  {
    id: 'to-hours',
    icon: IconAdjustmentsHorizontal,
    title: 'Рабочие часы',
    go: (navigate) => navigate({ to: '/dashboard/availability-settings' }),
  },
  {
    id: 'to-profile',
    icon: IconUserCircle,
    title: 'Профиль',
    go: (navigate) => navigate({ to: '/dashboard/profile' }),
  },
];

function actions(text: string, clients: readonly FoundClient[], mayAddClient: boolean): Result[] {
  const named = [NEW_SESSION, NEW_NOTE, ...SCREENS].filter(({ title }) => fold(title).includes(fold(text)));
  if (!text) return mayAddClient ? [...named.slice(0, 2), addClient(''), ...named.slice(2)] : named;
  const first = clients.find(({ archived }) => !archived);
  return [
    ...(first ? [sessionWith(first)] : []),
    ...named,
    ...(mayAddClient && isNameLike(text) ? [addClient(text)] : []),
  ];
}

function sessionWith({ id, name }: FoundClient): Result {
  return {
    id: 'session-with',
    icon: IconCalendarPlus,
    title: `Новая сессия: ${isolated(name)}`,
    go: (navigate) => navigate({ to: '/dashboard/sessions/new/$clientId', params: { clientId: id } }),
  };
}

function addClient(text: string): Result {
  return {
    id: 'add-client',
    icon: IconUserPlus,
    title: text ? `Добавить клиента «${isolated(text)}»` : 'Добавить клиента',
    go: (navigate) => navigate({ to: '/dashboard', search: { client: 'new' }, state: keptSearch(withCapitals(text)) }),
  };
}

/** At least two letters and no digits: neither a phone nor a date. */
function isNameLike(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !/\d/.test(text) && text.length <= 100;
}
