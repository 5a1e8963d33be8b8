import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright';
import { axeFindings } from '#e2e/axe.ts';
import { becomes } from '#e2e/becomes.ts';
import { inDays } from '#e2e/dates.ts';
import { DESKTOP, onKabinet, PHONE, practice } from '#e2e/kabinet.ts';
import { edit } from '#e2e/session-form.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const kabinet = onKabinet();

const ADDRESS = 'Москва, Малый Козихинский пер., 4';
const LINK = 'https://video.example/j/1';
const OWN = 'https://own.example/%D0%BA';

test('a practitioner says where meetings are', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'meeting-places', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { api } = elena;
  const profile = () => api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
  const client = await api.collection('clients').create({ name: 'Мария Иванова', phone: '+7 916 204-18-35' });
  // It runs: so it stands in today's list, whenever that is.
  const start = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
  const session = await api.collection('sessions').create({ client: client.id, date: start, duration: 60 });
  const place = page.getByRole('region', { name: 'Где встречаемся' });
  const dialog = page.getByRole('dialog');
  const opens = async (link: Locator, address: string) => {
    assert.deepEqual(
      [await link.getAttribute('href'), await link.getAttribute('target'), await link.getAttribute('rel')],
      [address, '_blank', 'noopener noreferrer'],
    );
  };
  const look = async (where: string) => {
    if (LONG_FORM) assert.deepEqual(await axeFindings(page, where, [DESKTOP, PHONE]), []);
  };

  await step('PLACE-01 an address and a link stand in the profile; what is no https address says so', async () => {
    await page.goto('/dashboard/profile?section=place');
    await place.getByLabel('Адрес', { exact: false }).first().fill('Центр психологии, Тверская, 1');
    await place.getByText('В письмах этого текста не будет').waitFor();
    await place.getByLabel('Ссылка для онлайн-встреч').fill('http://video.example/j/1');
    await place.getByRole('button', { name: 'Сохранить' }).click();
    await place.getByText('Нужен адрес целиком, начиная с https://').waitFor();
    assert.equal((await profile())['place_address'], '');
    await place.getByLabel('Адрес', { exact: false }).first().fill(ADDRESS);
    await becomes(() => place.getByText('В письмах этого текста не будет').count(), 0);
    await place.getByLabel('Ссылка для онлайн-встреч').fill(` ${LINK} `);
    await look('places');
    await place.getByRole('button', { name: 'Сохранить' }).click();
    await becomes(async () => [(await profile())['place_address'], (await profile())['place_link']], [ADDRESS, LINK]);
  });

  await step(
    'SESSION-17 PLACE-03 a new place says that it is written to clients, and can be kept from them',
    async () => {
      const saved = () => page.waitForRequest((sent) => sent.method() === 'PATCH');
      const address = place.getByLabel('Адрес', { exact: false }).first();
      for (const [text, silent] of [
        [`${ADDRESS}, вход со двора`, true],
        [ADDRESS, false],
      ] as const) {
        await address.fill(text);
        await place.getByText('уйдут письма о новом месте').waitFor();
        if (silent) await place.getByRole('switch', { name: 'Не писать клиентам' }).check();
        const sent = saved();
        await place.getByRole('button', { name: 'Сохранить' }).click();
        assert.equal(new URL((await sent).url()).searchParams.has('silent'), silent);
        await becomes(async () => (await profile())['place_address'], text);
        await becomes(() => place.getByRole('switch').count(), 0);
      }
      const anna = await api
        .collection('clients')
        .create({ name: 'Анна Левина', phone: '+7 916 204-18-36', email: 'anna@example.org', reminders: 'email' });
      await page.goto(`/dashboard?client=${anna.id}`);
      await dialog.getByRole('button', { name: 'Редактировать' }).click();
      await dialog.getByRole('combobox', { name: 'Где встречаетесь' }).click();
      await page.getByRole('option', { name: 'Онлайн' }).click();
      await dialog.getByText('клиенту уйдёт письмо о новом месте').waitFor();
      await dialog.getByRole('switch', { name: 'Не писать клиенту' }).check();
      const sent = saved();
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      assert.ok(new URL((await sent).url()).searchParams.has('silent'));
      await becomes(async () => (await api.collection('clients').getOne(anna.id))['place'], 'online');
    },
  );

  await step(
    'PLACE-01 today’s row says the address, and the client’s form makes it online, with a way in',
    async () => {
      await page.goto('/dashboard/sessions');
      const row = page.getByRole('listitem').filter({ hasText: 'Мария Иванова' }).first();
      await row.getByText(ADDRESS).waitFor();
      assert.equal(await row.getByRole('link', { name: 'Войти' }).count(), 0);
      await page.goto(`/dashboard?client=${client.id}`);
      await dialog.getByRole('button', { name: 'Редактировать' }).click();
      const form = page.getByRole('dialog', { name: 'Редактирование клиента' });
      await form.getByRole('combobox', { name: 'Где встречаетесь' }).click();
      await page.getByRole('option', { name: 'Онлайн' }).click();
      await form.getByText(`Если пусто: ${LINK}`).waitFor();
      await form.getByLabel('Своя ссылка').fill('own.example');
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await form.getByText('Нужен адрес целиком').waitFor();
      await form.getByLabel('Своя ссылка').fill(OWN);
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await form.waitFor({ state: 'detached' });
      await page.goto('/dashboard/sessions');
      await opens(row.getByRole('link', { name: 'Войти' }), OWN);
      assert.equal(await row.getByText(ADDRESS).count(), 0);
      await page.setViewportSize(PHONE);
      const name = row.getByText('Мария Иванова', { exact: true });
      await becomes(() => name.evaluate((one) => one.scrollWidth - one.clientWidth), 0);
      await page.setViewportSize(DESKTOP);
      await look('today with a way in');
    },
  );

  await step('PLACE-01 a session’s dialog has the way in, and takes another place for this one alone', async () => {
    await page.goto(`/dashboard/sessions?session=${session.id}`);
    const where = dialog.getByRole('group', { name: 'Место' });
    await where.getByText('Онлайн: https://own.example/к').waitFor();
    await opens(where.getByRole('link', { name: 'Войти' }), OWN);
    await edit(dialog);
    await where.getByRole('button', { name: 'Другое место' }).click();
    const field = where.getByLabel('Другое место');
    await becomes(() => field.evaluate((input) => input === document.activeElement), true);
    await field.fill('Парк, у фонтана');
    await becomes(() => where.getByRole('link', { name: 'Войти' }).count(), 0);
    await look('another place');
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'detached' });
    await becomes(async () => (await api.collection('sessions').getOne(session.id))['place'], 'Парк, у фонтана');
  });

  await step('PLACE-02 the page of the visit says it, a link by its address', async () => {
    const { url } = await api.send<{ url: string }>(`/api/sessions/${session.id}/visit-link`, { method: 'POST' });
    const visitor = await kabinet.person({ viewport: PHONE });
    const visit = await visitor.newPage();
    await visit.goto(url);
    await visit.getByText('Парк, у фонтана').waitFor();
    await api.collection('sessions').update(session.id, { place: '' });
    await visit.reload();
    const link = visit.getByRole('link', { name: 'https://own.example/к' });
    await opens(link, OWN);
    await visitor.close();
  });

  await step('PLACE-01 a new session has the place of its client, and another one if wanted', async () => {
    await page.goto(`/dashboard/sessions/new/${client.id}?date=${inDays(3)}&time=10:00`);
    const where = page.getByRole('group', { name: 'Место' });
    await where.getByText('Онлайн: https://own.example/к').waitFor();
    await where.getByRole('button', { name: 'Другое место' }).click();
    await where.getByLabel('Другое место').fill('Кафе на углу');
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await becomes(
      async () => (await api.collection('sessions').getFullList({ filter: "place != ''" })).map((one) => one['place']),
      ['Кафе на углу'],
    );
  });

  const message = page.getByRole('dialog', { name: 'Сообщение' });
  const text = message.getByLabel('Текст');
  const reads = (expected: RegExp) => becomes(async () => expected.test(await text.inputValue()), true);

  await step(
    'MSG-01 a message is ready after planning, and is handed to a program by its ordinary address',
    async () => {
      await page.getByRole('status').getByRole('button', { name: 'Сообщение' }).click();
      await reads(
        new RegExp(
          `^Здравствуйте. Встреча назначена: .+, 10:00\\.\nГде: Кафе на углу\nПеренести или отменить: ${kabinet.url}/visit#token=\\S+\nПеренести или отменить можно до .+, 10:00\\.$`,
        ),
      );
      await message.getByText('Кабинет сам ничего не отправляет').waitFor();
      const said = encodeURIComponent(await text.inputValue());
      const hrefs = await message
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      assert.deepEqual(hrefs, [
        `https://t.me/+79162041835?text=${said}`,
        `https://wa.me/79162041835?text=${said}`,
        `https://max.ru/:share?text=${said}`,
        `sms:+79162041835?&body=${said}`,
      ]);
      await look('a message');
      await message.getByRole('button', { name: 'Скопировать' }).click();
      await message.getByText('Скопировано!').waitFor();
      await text.fill('Своими словами & без кавычек');
      await becomes(
        async () => (await message.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'))?.split('?text=')[1],
        encodeURIComponent('Своими словами & без кавычек'),
      );
    },
  );

  await step('MSG-01 a message changed by hand is not lost unasked, nor asked about once it is copied', async () => {
    const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
    const stays = async () => {
      await question.getByRole('button', { name: 'Остаться' }).click();
      await becomes(() => text.inputValue(), 'Своими словами & без кавычек');
    };
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    await stays();
    await page.goBack();
    await stays();
    await message.getByRole('button', { name: 'Скопировать' }).click();
    await message.getByText('Скопировано!').waitFor();
    await page.keyboard.press('Escape');
    await message.waitFor({ state: 'detached' });
    assert.equal(await question.count(), 0);
  });

  await step('MSG-02 each message can have its own wording; an unknown blank is told while typing', async () => {
    const wordings = page.getByRole('region', { name: 'Готовые сообщения' });
    const own = wordings.getByLabel('Текст сообщения');
    const save = wordings.getByRole('button', { name: 'Сохранить' });
    await page.goto('/dashboard/profile?section=letters');
    await own.fill('Жду вас: {дата}, {имя}');
    await wordings.getByText('Нет такого пропуска: {имя}. Есть {дата}, {время}, {ссылка}, {место}').waitFor();
    await save.click();
    assert.deepEqual((await profile())['messages'], {});
    await own.fill('Жду вас в {время} {12}.\nАдрес: {место}');
    await becomes(() => wordings.getByText('Нет такого пропуска').count(), 0);
    await look('wordings');
    await save.click();
    await becomes(async () => (await profile())['messages'], { reminder: 'Жду вас в {время} {12}.\nАдрес: {место}' });
  });

  await step('MSG-01 a session’s dialog and a client’s details have the message, in the own wording', async () => {
    await page.goto(`/dashboard/sessions?session=${session.id}`);
    await dialog.getByRole('button', { name: 'Сообщение' }).click();
    await reads(/^Жду вас в \d\d:\d\d \{12\}\.\nАдрес: онлайн, https:\/\/own\.example\/%D0%BA$/);
    await message.getByRole('combobox', { name: 'О чём' }).click();
    await page.getByRole('option', { name: 'Где встречаемся' }).click();
    await reads(/Встречаемся здесь: онлайн/);
    await page.keyboard.press('Escape');
    await message.waitFor({ state: 'detached' });
    await page.goto(`/dashboard?client=${client.id}`);
    await dialog.getByRole('button', { name: 'Сообщение' }).click();
    // Of the next meeting, not of the one that runs.
    await reads(/^Жду вас в 10:00 \{12\}\.\nАдрес: Кафе на углу$/);
  });

  await step(
    'MSG-01 how to pay is offered once it is said, with the price while nothing is paid in advance',
    async () => {
      await message.getByRole('combobox', { name: 'О чём' }).click();
      await page.getByRole('option', { name: 'Где встречаемся' }).waitFor();
      assert.equal(await page.getByRole('option', { name: 'Как оплатить' }).count(), 0);
      const pay = { price: 350_000, pay_text: 'Перевод по номеру телефона', pay_link: 'https://bank.example/x' };
      await api.collection('profiles').update((await profile())['id'], pay);
      const open = async () => {
        await page.goto(`/dashboard?client=${client.id}`);
        await dialog.getByRole('button', { name: 'Сообщение' }).click();
        await message.getByRole('combobox', { name: 'О чём' }).click();
        await page.getByRole('option', { name: 'Как оплатить' }).click();
      };
      await open();
      await reads(/\nКак оплатить: 3\s500\s₽\. Перевод по номеру телефона https:\/\/bank\.example\/x$/);
      await api.collection('payments').create({ client: client.id, amount: 1_000_000 });
      await open();
      await reads(/\nКак оплатить: Перевод по номеру телефона https:\/\/bank\.example\/x$/);
    },
  );
});
