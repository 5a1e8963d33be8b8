import { IconInbox } from '@tabler/icons-react';
import type { RecordModel } from 'pocketbase';
import { isolated } from '#domain/text/isolated.ts';
import type { ClientAct } from '#web/practice/sessions/client-act.ts';
import { readList } from '#web/ground/api/lists.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { rowList } from '#web/practice/sessions/day/lists.ts';
import type { NamedClient } from '#domain/clients/told-apart.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';
import { toast } from '#web/ui/toast/toast.ts';

const TITLES: Record<ClientAct, string> = {
  moved: 'Клиент перенёс сессию',
  client: 'Клиент отменил сессию',
  late: 'Поздняя отмена',
};

interface Done {
  id: string;
  act: ClientAct;
  /** The start as it is now. */
  date: string;
  /** Where this tab saw the session before; null where it did not. */
  before: string | null;
}

/** Notifies of what a client did by their link. */
export async function notifyOfClient({ id, act, date, before }: Done, timeZone: string): Promise<void> {
  const { items } = await readList<{ expand?: { client?: NamedClient } }>(rowList(id), new AbortController().signal);
  const name = shownClient(items[0] ?? {});
  const now = showInstant(date, timeZone);
  const was = act === 'moved' && before !== null ? `, было ${showInstant(before, timeZone)}` : '';
  toast.info(`${isolated(name)}, ${act === 'moved' ? 'теперь ' : ''}${now}${was}`, { title: TITLES[act] });
}

/** Notifies of a visitor's new request. */
export function notifyOfRequest(request: RecordModel, timeZone: string): void {
  const text = `${isolated(String(request['name']))}, ${showInstant(String(request['date']), timeZone)}`;
  toast.info(text, { title: 'Новая заявка', icon: IconInbox });
}
