import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { type Kabinet, practice, type Practitioner } from '#e2e/kabinet.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { listening } from '#e2e/network.ts';

/** The day of the two sessions. */
export const DAY = inDays(5);

/** Opens a practice with two clients, of whom Anna has an address, and a session of each: hers at `annasTime`, his at 15:00. */
export async function lettersPractice(t: TestContext, kabinet: Kabinet, name: string, annasTime: string) {
  const { elena, page, step } = await practice(t, kabinet, name, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await workEveryDay(elena);
  const anna = await client(elena, { name: 'Анна Ковальчук', phone: '8 916 204 18 35', email: 'anna@example.org' });
  const pavel = await client(elena, { name: 'Павел Дёмин', phone: '+7 903 771-40-12' });
  const annas = await session(elena, anna, moscow(`${DAY}T${annasTime}`));
  const pavels = await session(elena, pavel, moscow(`${DAY}T15:00`));
  const dialog = page.getByRole('dialog');
  const open = async (id: string, who: string) => {
    await Promise.all([listening(page), page.goto(`/dashboard/sessions?session=${id}`)]);
    await dialog.getByRole('heading', { name: who }).waitFor();
  };
  const visit = (call: string, body: object) =>
    kabinet.guest().send<VisitPage>(`/api/visit${call}`, { method: 'POST', body });
  return {
    elena,
    page,
    step,
    dialog,
    open,
    visit,
    anna,
    pavel,
    annas,
    pavels,
    toast: page.getByRole('status'),
    /** There as long as the session is to come. */
    message: dialog.getByRole('button', { name: 'Сообщение' }),
    copied: () => page.evaluate(() => navigator.clipboard.readText()),
  };
}

async function workEveryDay({ api, id }: Practitioner): Promise<void> {
  const hours = { user: id, start_time: '09:00', end_time: '18:00', is_available: true };
  for (let day = 0; day < 7; day += 1) {
    await api.collection('availability_settings').create({ ...hours, day_of_week: day });
  }
}

async function client({ api, id }: Practitioner, values: object): Promise<string> {
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
