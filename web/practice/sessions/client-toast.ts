import { IconInbox } from '@tabler/icons-react';
import type { RecordModel } from 'pocketbase';
import { isolated } from '#domain/text/isolated.ts';
import type { SessionOutcome } from '#domain/sessions/session.ts';
import { readList } from '#web/ground/api/lists.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { rowList } from '#web/practice/sessions/day/lists.ts';
import type { NamedClient } from '#domain/clients/told-apart.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface SessionDeed {
  outcome?: SessionOutcome;
  expand?: { client?: NamedClient };
}

/** Shows a toast for what a client did through their link, in the words of the news (VISIT-03). */
export async function notifyOfClient(news: RecordModel, timeZone: string): Promise<void> {
  const list = rowList(String(news['session']));
  const { items } = await readList<SessionDeed>(list, new AbortController().signal);
  const [{ outcome = '', ...session } = {}] = items;
  const [name, before] = [isolated(shownClient(session)), showInstant(String(news['before']), timeZone)];
  if (news['kind'] === 'client_moved') {
    const text = `${name}, теперь ${showInstant(String(news['after']), timeZone)}, было ${before}`;
    toast.info(text, { title: 'Клиент перенёс сессию' });
  } else {
    toast.info(`${name}, ${before}`, { title: outcome === 'late' ? 'Поздняя отмена' : 'Клиент отменил сессию' });
  }
}

/** Shows a toast for a visitor's new request. */
export function notifyOfRequest(request: RecordModel, timeZone: string): void {
  const text = `${isolated(String(request['name']))}, ${showInstant(String(request['date']), timeZone)}`;
  toast.info(text, { title: 'Новая заявка', icon: IconInbox });
}
