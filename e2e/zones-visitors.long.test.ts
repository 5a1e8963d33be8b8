import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { NOWHERE, openPage, openPractice } from '#e2e/zones-practice.ts';
import { becomes } from '#e2e/becomes.ts';
import { send } from '#e2e/booking-form.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays, moscow } from '#e2e/dates.ts';

const kabinet = onKabinet('dist/server/main.js', { TZ: NOWHERE });

test('a visitor in Vladivostok asks a practitioner in Moscow', async (t) => {
  const elena = await openPractice(kabinet, 'moscow@kabinet.example', ['09:00', '18:00']);
  const visitor = await kabinet.person({ timezoneId: 'Asia/Vladivostok' });
  t.after(() => Promise.all([visitor.close(), elena.browser.close()]));
  const step = journey(t, 'zones-vladivostok', () => [visitor, elena.browser]);
  const day = inDays(5);
  const page = await openPage(visitor, elena, day);

  await step('PUBLIC-02 both clocks are shown, and the date where it is tomorrow there already', async () => {
    await page.getByText(/По\sмосковскому времени\. У\sвас на\s7\sчасов больше/).waitFor();
    await page.getByRole('button', { name: /^09:00\s*у\sвас 16:00$/ }).waitFor();
    await page.getByRole('button', { name: /^17:30\s*у\sвас 00:30/ }).click();
    await send(page, 'Ксения Уварова', '+7 967 839-45-64');
    await page.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor();
    await page.getByText(/у\sвас 00:30/).waitFor();
    const request = await elena.api.collection('booking').getFirstListItem("name ~ 'Ксения'");
    assert.equal(request['date'], moscow(`${day}T17:30`));
  });

  await step('PUBLIC-02 BOOK-04 the letter tells both clocks too', async () => {
    const text = await kabinet.letterText(elena.email, /Новая заявка/);
    assert.match(text, /17:30 по вашему времени, у посетителя это .+, 00:30\./);
  });

  await step('BOOK-02 approved in two tabs at once it becomes one session', async () => {
    const tabs = await Promise.all([elena.browser.newPage(), elena.browser.newPage()]);
    const buttons = await Promise.all(
      tabs.map(async (tab) => {
        await tab.goto('/dashboard/online-booking');
        const request = tab.getByRole('article', { name: 'Заявка: Ксения Уварова' });
        await request.getByText(/у\sпосетителя\s+\d\d\.\d\d\.\d{4}\s+00:30/).waitFor();
        return request.getByRole('button', { name: 'Подтвердить' });
      }),
    );
    // Both requests are sent before either gets a response.
    kabinet.freeze();
    await Promise.all(buttons.map((button) => button.click()));
    kabinet.thaw();
    for (const tab of tabs) {
      await tab.getByText('Новых заявок нет. Они появятся здесь сами.').waitFor();
      await tab.getByText('Подтверждена', { exact: true }).waitFor();
      assert.equal(await tab.getByText('Не удалось подтвердить заявку').count(), 0);
    }
    const sessions = await elena.api.collection('sessions').getFullList();
    assert.deepEqual(
      sessions.map(({ date, duration }) => ({ date, duration })),
      [{ date: moscow(`${day}T17:30`), duration: 60 }],
    );
    assert.equal((await elena.api.collection('clients').getFullList()).length, 1);
  });
});

test('two visitors send one time at once', async (t) => {
  const elena = await openPractice(kabinet, 'race@kabinet.example', ['10:00', '14:00']);
  const visitors = await Promise.all([kabinet.person(), kabinet.person()]);
  t.after(() => Promise.all([...visitors, elena.browser].map((person) => person.close())));
  const step = journey(t, 'zones-race', () => visitors);
  const pages = await Promise.all(visitors.map((visitor) => openPage(visitor, elena, inDays(6))));
  const sent = (page: Page) => page.getByRole('heading', { name: 'Заявка отправлена!' });
  const lost = (page: Page) => page.getByRole('group', { name: 'Это время только что заняли.' });

  await step('PUBLIC-04 one gets it; the other keeps what was typed and takes a time nearby', async () => {
    await Promise.all(
      pages.map(async (page) => {
        await page.getByRole('button', { name: '12:00', exact: true }).click();
        await page.getByLabel('Сообщение').fill('Лучше вечером.');
      }),
    );
    await Promise.all(pages.map((page, index) => send(page, `Гость ${index}`, '+7 905 318-44-20')));
    await Promise.all(pages.map((page) => sent(page).or(lost(page)).first().waitFor()));
    const losers = (
      await Promise.all(pages.map(async (page) => ((await lost(page).count()) > 0 ? page : null)))
    ).filter((page) => page !== null);
    const [page] = losers;
    assert.ok(page && losers.length === 1);
    await becomes(() => page.getByLabel('Имя').inputValue(), `Гость ${pages.indexOf(page)}`);
    await becomes(() => page.getByLabel('Телефон').inputValue(), '+7 905 318-44-20');
    await becomes(() => page.getByLabel('Сообщение').inputValue(), 'Лучше вечером.');
    await lost(page)
      .getByRole('button', { name: /^11:00/ })
      .waitFor();
    await lost(page)
      .getByRole('button', { name: /^13:00/ })
      .click();
    await page.getByRole('button', { name: 'Записаться на консультацию' }).click();
    await sent(page).waitFor();
    const requests = await elena.api.collection('booking').getFullList({ sort: 'date' });
    assert.deepEqual(
      requests.map(({ date, message }) => [date, message]),
      ['12:00', '13:00'].map((time) => [moscow(`${inDays(6)}T${time}`), 'Лучше вечером.']),
    );
  });
});
