import { type Practitioner } from '#e2e/kabinet.ts';
import { moscow } from '#e2e/dates.ts';

const NAMES = ['Орлова Вера Павловна', 'Ковальчук Анна Сергеевна', 'Дёмин Павел'] as const;

/** Sessions in the words of a person: a wall time in Moscow, the client, and any other fields. */
export async function furnish(
  elena: Practitioner,
  sessions: readonly { at: string; client: number; duration?: number; status?: string; news?: string }[],
): Promise<string[]> {
  const clients: string[] = [];
  for (const [index, name] of NAMES.entries()) {
    const client = { user: elena.id, name, phone: `+7 916 204-18-3${index}`, handmade: true };
    clients.push((await elena.api.collection('clients').create(client)).id);
  }
  const ids: string[] = [];
  for (const { at, client, ...more } of sessions) {
    const session = { user: elena.id, client: clients[client], duration: 60, status: 'scheduled', ...more };
    ids.push((await elena.api.collection('sessions').create({ ...session, date: moscow(at) })).id);
  }
  return ids;
}

/** Renames a client; returns the client's id. */
export async function rename({ api }: Practitioner, from: (typeof NAMES)[number], name: string): Promise<string> {
  const { id } = await api.collection('clients').getFirstListItem(api.filter('name = {:from}', { from }));
  await api.collection('clients').update(id, { name });
  return id;
}

export const DAY = [
  { at: '2026-11-18T18:00', client: 2, status: 'reserved' },
  { at: '2026-11-18T10:00', client: 0, status: 'completed', news: 'Спала спокойнее.' },
  { at: '2026-11-18T15:00', client: 1 },
  { at: '2026-11-18T12:00', client: 1, status: 'completed' },
] as const;
