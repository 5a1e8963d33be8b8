import {
  IconAdjustmentsHorizontal,
  IconCalendar,
  IconCalendarPlus,
  IconPlus,
  IconSettings,
  IconUserPlus,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { suggestedClient } from '#web/practice/clients/suggested-client.ts';
import type { FoundClient } from '#web/practice/clients/found-clients.ts';
import { toldApart } from '#domain/clients/told-apart.ts';
import { looksLikeClient } from '#domain/clients/looks-like-client.ts';
import { fold } from '#domain/text/fold.ts';
import { isolated } from '#domain/text/isolated.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { readTypedDate } from '#web/ground/format/typed-date.ts';
import { showDayInWords, uncapital } from '#web/ground/format/dates.ts';
import { HOURS, MENU_ITEMS } from '#web/practice/screens/menu-items.ts';
import type { Result } from '#web/practice/search/result.ts';
import { findSettings } from '#web/practice/search/settings.ts';
import { keptSearch } from '#web/ui/page/kept-search.ts';

/** The most settings shown. */
const MOST_SETTINGS = 4;

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

const screen = (icon: Icon, title: string, to: string): Result => ({
  id: `to-${to}`,
  icon,
  title,
  go: (navigate) => navigate({ to }),
});

const SCREENS: readonly Result[] = [
  ...MENU_ITEMS.map(({ icon, label, to }) => screen(icon, label, to)),
  screen(IconAdjustmentsHorizontal, 'Рабочие часы', HOURS),
];

interface Typed {
  text: string;
  clients: readonly FoundClient[];
  mayAddClient: boolean;
  today: Temporal.PlainDate;
}

/** Actions and screens whose title contains the text; without a text all of them. */
export function actions({ text, clients, mayAddClient, today }: Typed): Result[] {
  const named = [NEW_SESSION, NEW_NOTE, ...SCREENS].filter(({ title }) => fold(title).includes(fold(text)));
  if (!text) return mayAddClient ? [...named.slice(0, 2), addClient(''), ...named.slice(2)] : named;
  const first = clients.find(({ archived }) => !archived);
  return [...openDay(text, today), ...(first ? [sessionWith(first)] : []), ...named];
}

/** «Добавить клиента «…»» for what looks like a name or a phone. */
export function newClient(text: string, mayAddClient: boolean): Result[] {
  return mayAddClient && looksLikeClient(text) ? [addClient(text)] : [];
}

/** The settings that match by title or by synonym. */
export function settingResults(text: string): Result[] {
  return findSettings(text)
    .slice(0, MOST_SETTINGS)
    .map(({ title, on, to, section }) => ({
      id: `setting-${title}`,
      icon: IconSettings,
      title,
      ...(on && { detail: on }),
      go: (navigate) => navigate({ to, search: section ? { section } : {} }),
    }));
}

/** A typed date links to that day, whether or not it has entries. */
function openDay(text: string, today: Temporal.PlainDate): Result[] {
  const date = /\d\.\d|\d\s*\p{L}/u.test(text) ? readIsoDate(readTypedDate(text, today) ?? '') : null;
  if (!date) return [];
  const search = { view: 'day', date: date.toString() };
  return [
    {
      id: 'open-day',
      icon: IconCalendar,
      title: `Открыть день: ${uncapital(showDayInWords(date))} ${date.year}`,
      go: (navigate) => navigate({ to: '/dashboard/calendar', search }),
    },
  ];
}

function sessionWith(client: FoundClient): Result {
  return {
    id: 'session-with',
    icon: IconCalendarPlus,
    title: `Новая сессия: ${isolated(toldApart(client))}`,
    go: (navigate) => navigate({ to: '/dashboard/sessions/new/$clientId', params: { clientId: client.id } }),
  };
}

function addClient(text: string): Result {
  const { name = '', phone = '' } = suggestedClient(text);
  return {
    id: 'add-client',
    icon: IconUserPlus,
    title: text ? `Добавить клиента «${isolated(text)}»` : 'Добавить клиента',
    go: (navigate) => navigate({ to: '/dashboard', search: { client: 'new' }, state: keptSearch(name || phone) }),
  };
}
