import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOWHERE, openPage, openPractice } from '#e2e/zones-practice.ts';
import { becomes } from '#e2e/becomes.ts';
import { dayButton, send, times } from '#e2e/booking-form.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { shown } from '#e2e/dates.ts';

/** Returns the next moment at which a zone's clocks are set back, on the clock after it. */
function nextWinterTime(timeZone: string): Temporal.ZonedDateTime {
  let moment = Temporal.Now.zonedDateTimeISO(timeZone);
  for (;;) {
    const change = moment.getTimeZoneTransition('next');
    if (change === null) throw new Error(`${timeZone} changes no clock`);
    if (change.offsetNanoseconds < moment.offsetNanoseconds) return change;
    moment = change;
  }
}

const KIRITIMATI = 'Pacific/Kiritimati';
const kabinet = onKabinet('dist/server/main.js', { TZ: NOWHERE });

test('today is the practitioner’s, whatever day it is for the browser and the server', async (t) => {
  const elena = await openPractice(kabinet, 'today@kabinet.example', ['00:00', '23:30'], { time_zone: KIRITIMATI });
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
    // A month under way begins with its present week.
    const before = dayButton(form, today.subtract({ days: 1 }));
    assert.ok((await before.count()) === 0 || (await before.isDisabled()));
  });
});

test('Berlin sets its clocks back', async (t) => {
  const change = nextWinterTime('Europe/Berlin');
  const day = change.toPlainDate().toString();
  const profile = { time_zone: 'Europe/Berlin', max_days_ahead: 400 };
  const elena = await openPractice(kabinet, 'berlin@kabinet.example', ['01:00', '04:00'], profile);
  const visitor = await kabinet.person({ timezoneId: 'Europe/Moscow' });
  t.after(() => Promise.all([visitor.close(), elena.browser.close()]));
  const step = journey(t, 'zones-berlin', () => [visitor, elena.browser]);

  await step('PUBLIC-02 the hour that comes twice is offered once, and each time by both clocks', async () => {
    const page = await openPage(visitor, elena, day);
    await page.getByText(/По\sберлинскому времени\. У\sвас время другое/).waitFor();
    const offered = (await times(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    assert.deepEqual(offered, [
      '01:00 у вас 02:00',
      '01:30 у вас 02:30',
      '02:00 у вас 03:00',
      '02:30 у вас 03:30',
      '03:00 у вас 05:00',
      '03:30 у вас 05:30',
    ]);
    await page.getByRole('button', { name: /^02:30/ }).click();
    await send(page, 'Ксения Уварова', '+7 967 839-45-64');
    await page.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor();
    const request = await elena.api.collection('booking').getFirstListItem("name ~ 'Ксения'");
    assert.equal(request['date'], `${day} 00:30:00.000Z`);
  });

  await step(
    'CAL-03 PUBLIC-04 its hour lasts to half past two on the second round, and is held until then',
    async () => {
      const page = await openPage(visitor, elena, day);
      const offered = (await times(page).allInnerTexts()).map((text) => text.slice(0, 5));
      assert.deepEqual(offered, ['01:00', '01:30', '03:00', '03:30']);
      const request = await elena.api.collection('booking').getFirstListItem("name ~ 'Ксения'");
      await elena.api.send(`/api/booking/${request.id}/approve`, { method: 'POST' });
      const cabinet = await elena.browser.newPage();
      await cabinet.goto(`/dashboard/calendar?date=${day}`);
      const named = change.toPlainDate().toLocaleString('ru', { day: 'numeric', month: 'long' });
      await cabinet.getByRole('button', { name: new RegExp(`${named}, 1 сессия`) }).click();
      await cabinet
        .getByRole('dialog')
        .getByText(`${shown(day)} 02:30`)
        .waitFor();
    },
  );
});
