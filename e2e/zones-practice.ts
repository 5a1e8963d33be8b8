import type { BrowserContext, Page } from 'playwright';
import { choose, times } from '#e2e/booking-form.ts';
import type { Kabinet, Practitioner } from '#e2e/kabinet.ts';

/** A zone as far as possible from everyone in these journeys. */
export const NOWHERE = 'Pacific/Pago_Pago';

export async function openPractice(
  kabinet: Kabinet,
  email: string,
  hours: [start: string, end: string],
  profile: object = {},
) {
  const practitioner = await kabinet.practitioner(email);
  const { api, id } = practitioner;
  const batch = api.createBatch();
  for (let day = 0; day < 7; day += 1) {
    const [start_time, end_time] = hours;
    batch.collection('availability_settings').create({ day_of_week: day, start_time, end_time, is_available: true });
  }
  await batch.send();
  const stored = await api.collection('profiles').getFirstListItem(api.filter('user = {:id}', { id }));
  await api.collection('profiles').update(stored.id, profile);
  return practitioner;
}

export async function openPage(visitor: BrowserContext, { link }: Practitioner, date: string): Promise<Page> {
  const page = await visitor.newPage();
  await page.goto(link);
  await choose(page, date);
  await times(page).first().waitFor();
  return page;
}
