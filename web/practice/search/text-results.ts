import { IconWallet, IconInbox, IconNotebook, IconQuote, IconTemplate } from '@tabler/icons-react';
import { fold } from '#domain/text/fold.ts';
import { isolated } from '#domain/text/isolated.ts';
import { showDate, zoned } from '#web/ground/format/dates.ts';
import { keptSearch } from '#web/ui/page/kept-search.ts';
import { clientPage } from '#web/practice/client-page/client-page.ts';
import { newClient } from '#web/practice/search/actions.ts';
import { findMatches } from '#web/practice/search/find-match.ts';
import { type FoundRecord, type FoundText, type FoundTexts, MOST } from '#web/practice/search/found.ts';
import { allFound, type Longer, type Result, type ResultGroup, showMore } from '#web/practice/search/result.ts';

interface Options {
  timeZone: string;
  mayAddClient: boolean;
  most: Readonly<Record<Longer, number>>;
}

/**
 * The results in texts. A group shows its new rows only once all groups above it have loaded, so that nothing moves
 * under a finger; until then it keeps the rows of the previous text, which cannot be chosen.
 */
export function textGroups(typed: string, found: FoundTexts, { timeZone, mayAddClient, most }: Options): ResultGroup[] {
  const text = typed.trim();
  const { ofSessions, ofClients, notes, requests, payments, templates } = found;
  const parts = [ofSessions, ofClients, notes, requests, payments, templates];
  const missing = parts.findIndex(({ isCome }) => !isCome);
  const come = missing < 0 ? parts.length : missing;
  // In one group, those of clients below those of sessions.
  const records = come === 1 ? [ofSessions] : [ofSessions, ofClients];
  const isLong = come !== 1 && records.some(({ rows }) => rows.length > most.records);
  const shown = (rows: readonly FoundText[], count: number, kind: Kind) =>
    rows.slice(0, count).map((row) => textResult(row, kind, timeZone));
  const longer = (rows: readonly FoundText[], more: Longer, title: string) =>
    rows.length > most[more] ? [showMore(more, title)] : [];
  const groups: ResultGroup[] = [
    {
      name: 'Записи',
      results: [
        ...records.flatMap(({ rows }) => rows.slice(0, most.records).map((row) => recordResult(row, text, timeZone))),
        ...(isLong ? [showMore('records', 'Показать ещё записи')] : []),
      ],
      stale: come < 1,
    },
    {
      name: 'Заметки',
      results: [
        ...shown(notes.rows, MOST.notes, NOTE),
        ...(notes.rows.length > MOST.notes
          ? [allFound('all-notes', 'Все найденные заметки', '/dashboard/notes', text)]
          : []),
      ],
      stale: come < 3,
    },
    {
      name: 'Заявки',
      results: [
        ...shown(requests.rows, most.requests, REQUEST),
        ...longer(requests.rows, 'requests', 'Показать ещё заявки'),
      ],
      stale: come < 4,
    },
    {
      name: 'Оплаты',
      results: [
        ...shown(payments.rows, most.payments, PAYMENT),
        ...longer(payments.rows, 'payments', 'Показать ещё оплаты'),
      ],
      stale: come < 5,
    },
    {
      name: 'Шаблоны',
      results: [
        ...shown(templates.rows, most.templates, TEMPLATE),
        ...longer(templates.rows, 'templates', 'Показать ещё шаблоны'),
      ],
      stale: come < 6,
    },
    { name: 'Новый клиент', results: come < parts.length ? [] : newClient(text, mayAddClient) },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

/** Links to the text: in the client's feed, if that shows it, with the match highlighted. */
function recordResult({ client, name, session, line }: FoundRecord, text: string, timeZone: string): Result {
  return {
    id: session ? `record-${session.id}` : `text-${client}`,
    record: true,
    icon: IconQuote,
    title: line,
    detail: session ? besideDay(showDay(session.date, timeZone), name) : name,
    go: (navigate) => {
      if (!session) return navigate(clientPage(client, 'data'));
      if (!session.inFeed) return navigate({ to: '/dashboard/sessions', search: { session: session.id } });
      const state = { opener: true, ...keptSearch(soughtInFeed(line, text)), entry: session.id };
      return navigate({ ...clientPage(client), state });
    },
  };
}

/**
 * The text to search for in the feed, which matches whole phrases: if the words are not adjacent, only the first one
 * found.
 */
function soughtInFeed(line: string, text: string): string {
  if (fold(line).includes(fold(text))) return text;
  const [first] = findMatches(line, text);
  return first ? line.slice(first.start, first.end) : text;
}

interface Kind {
  name: string;
  icon: Result['icon'];
  go: (found: FoundText) => Result['go'];
}

const NOTE: Kind = {
  name: 'note',
  icon: IconNotebook,
  go:
    ({ id }) =>
    (navigate) =>
      navigate({ to: '/dashboard/notes', search: { note: id } }),
};
const REQUEST: Kind = {
  name: 'request',
  icon: IconInbox,
  go:
    ({ id }) =>
    (navigate) =>
      navigate({ to: '/dashboard/online-booking', search: { request: id } }),
};
const PAYMENT: Kind = {
  name: 'payment',
  icon: IconWallet,
  go:
    ({ client = '' }) =>
    (navigate) =>
      navigate(clientPage(client, 'money')),
};
const TEMPLATE: Kind = {
  name: 'template',
  icon: IconTemplate,
  go: () => (navigate) => navigate({ to: '/dashboard/profile', search: { section: 'templates' } }),
};

function textResult(found: FoundText, { name: kind, icon, go }: Kind, timeZone: string): Result {
  const { id, name, at, line } = found;
  const day = showDay(at, timeZone);
  return {
    id: `${kind}-${id}`,
    record: true,
    icon,
    title: line || name,
    detail: line ? besideDay(day, name) : day,
    go: go(found),
  };
}

function besideDay(day: string, name: string): string {
  return [day, name && isolated(name)].filter(Boolean).join(', ');
}

/** The day of a date, or of an instant in the zone. */
function showDay(at: string, timeZone: string): string {
  const day = at.length === 10 ? Temporal.PlainDate.from(at) : zoned(at, timeZone);
  return day ? showDate(day) : '';
}
