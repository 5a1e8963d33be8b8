import assert from 'node:assert/strict';
import type { Practitioner } from '#e2e/kabinet.ts';

export async function workEveryDay({ api, id }: Practitioner): Promise<void> {
  const hours = { user: id, start_time: '09:00', end_time: '18:00', is_available: true };
  for (let day = 0; day < 7; day += 1) {
    await api.collection('availability_settings').create({ ...hours, day_of_week: day });
  }
}

export async function client({ api, id }: Practitioner, values: object): Promise<string> {
  return (await api.collection('clients').create<{ id: string }>({ user: id, handmade: true, ...values })).id;
}

export async function session({ api, id }: Practitioner, whose: string, date: string): Promise<string> {
  const values = { user: id, client: whose, date, duration: 60, status: 'scheduled', allowOverlap: true };
  return (await api.collection('sessions').create<{ id: string }>(values)).id;
}

export async function linkTo({ api }: Practitioner, id: string): Promise<string> {
  return (await api.send<{ url: string }>(`/api/sessions/${id}/visit-link`, { method: 'POST' })).url;
}

export function tokenIn(link: string): string {
  return /\/visit#token=([\w-]{22})$/.exec(link)?.[1] ?? assert.fail(`no link to a visit: ${link}`);
}
