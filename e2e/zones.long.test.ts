import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { dayButton } from '#e2e/booking-form.ts';
import { journey, onKabinet, shown } from '#e2e/kabinet.ts';

/** A zone as far as possible from everyone in these journeys. */
const NOWHERE = 'Pacific/Pago_Pago';

const KIRITIMATI = 'Pacific/Kiritimati';
const kabinet = onKabinet('dist/server/main.js', { TZ: NOWHERE });

async function openPractice(email: string, hours: [start: string, end: string], profile: object = {}) {
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

test('today is the practitioner’s, whatever day it is for the browser and the server', async (t) => {
  const elena = await openPractice('today@kabinet.example', ['00:00', '23:30'], { time_zone: KIRITIMATI });
  const browser = await kabinet.enter(elena.email, elena.password, { timezoneId: NOWHERE });
  const visitor = await kabinet.person({ timezoneId: NOWHERE });
  t.after(() => Promise.all([visitor, elena.browser, browser.browser].map((person) => person.close())));
  const step = journey(t, 'zones-today', () => [visitor, browser.browser]);
  const today = Temporal.Now.plainDateISO(KIRITIMATI);
  assert.ok(!today.equals(Temporal.Now.plainDateISO(NOWHERE)));
  const page = await browser.browser.newPage();

  await step('CAL-01 CAL-03 the calendar opens on it, and marks it', async () => {
    await page.goto('/dashboard/calendar');
    const name = today.toLocaleString('ru', { day: 'numeric', month: 'long' });
    await page.getByRole('button', { name: new RegExp(`${name}, сессий нет, сегодня$`) }).waitFor();
  });

  await step('SESSION-07 CAL-03 a session is planned for it', async () => {
    const client = await elena.api.collection('clients').create({ name: 'Вера Орлова', phone: '+79175206419' });
    await page.goto(`/dashboard/sessions/new/${client.id}`);
    await page.getByText('Вера Орлова').first().waitFor();
    await becomes(() => page.getByLabel('Дата').inputValue(), shown(today.toString()));
  });

  await step('PUBLIC-02 the public page begins on it, and offers nothing of the day before', async () => {
    const form = await visitor.newPage();
    await form.goto(elena.link);
    await dayButton(form, today).waitFor();
    await becomes(() => dayButton(form, today).getAttribute('aria-current'), 'date');
    if (today.day > 1) await becomes(() => dayButton(form, today.subtract({ days: 1 })).isDisabled(), true);
  });
});
