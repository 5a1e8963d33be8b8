import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { DESKTOP, onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, shown } from '#e2e/dates.ts';
import { lead } from '#e2e/lead.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { pressMore } from '#e2e/session-form.ts';
import { failureToast, toast } from '#e2e/toast.ts';

const kabinet = onKabinet();

const CLIENTS = [
  { name: 'Анна Ковальчук', phone: '8 916 204 18 35', description: 'Тревога' },
  { name: 'Пётр Семёнов', phone: '+7 903 771-40-12' },
  { name: 'Тимур Ибрагимов', phone: '8 909 645 22 90' },
];

test('a practitioner reads what a client left, prints it, and keeps it in the archive', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'clients-archive');
  const longStep = longSteps(step);
  await elena.api.send('/api/profiles/check-licence', { method: 'POST', body: { licence_key: 'VALID_1' } });
  for (const client of CLIENTS) await elena.api.collection('clients').create({ user: elena.id, ...client });
  await page.goto('/dashboard');
  const add = page.getByRole('button', { name: 'Добавить клиента' });
  const dialog = page.getByRole('dialog');
  const cards = page.getByRole('list', { name: 'Клиенты' }).getByRole('button');
  const names = async () => (await cards.allInnerTexts()).map((text) => text.split('\n')[0]);
  const fill = async (name: string, phone: string, description: string) => {
    await dialog.getByLabel('Имя').fill(name);
    await dialog.getByLabel('Телефон').fill(phone);
    await dialog.getByLabel('Описание').fill(description);
  };
  const rows = dialog.getByRole('region', { name: 'Сессии' }).getByRole('listitem');
  const written = dialog.getByRole('region', { name: 'Записи', exact: true });
  const thoughts = `Вернуться к отпуску. ${'Злость рядом с виной. '.repeat(40)}Конец.`;

  await step('SESSION-15 the details show the next session, the last two, and what was written last', async () => {
    const { id: client } = await elena.api.collection('clients').getFirstListItem("name ~ 'Анна'");
    for (const [days, values] of [
      [-21, { status: 'completed', news: 'Давно' }],
      [-14, { status: 'completed', news: 'Спит лучше', thoughts }],
      [-7, { status: 'completed' }],
      [-1, { status: 'canceled' }],
      [3, { status: 'scheduled' }],
      [10, { status: 'scheduled' }],
      [17, { status: 'scheduled' }],
    ] as const) {
      const session = { user: elena.id, client, duration: 60, date: `${inDays(days)} 09:00:00.000Z` };
      await elena.api.collection('sessions').create({ ...session, ...values });
    }
    await cards.filter({ hasText: 'Анна' }).click();
    const next = dialog.getByRole('region', { name: 'Следующая сессия' });
    await next.getByText(shown(inDays(3))).waitFor();
    await next.getByRole('button', { name: 'Повторить через неделю' }).waitFor();
    await becomes(
      async () => (await rows.allInnerTexts()).map((text) => text.slice(0, 10)),
      [shown(inDays(-1)), shown(inDays(-7))],
    );
    await dialog.getByText('7 всего').waitFor();
    await written.getByText('Спит лучше').waitFor();
    await written.getByText('Вернуться к отпуску').waitFor();
    assert.equal(await written.getByText('Конец.').count(), 0);
    await written.getByRole('link', { name: 'Открыть записи' }).click();
    await page.getByRole('article').getByText('Конец.').waitFor();
    await page.goBack();
    await written.waitFor();
    await dialog.getByRole('button', { name: 'Все сессии' }).click();
    await becomes(() => rows.count(), 7);
  });

  await longStep(
    'CLIENT-05 nothing of the details is cut off or scrolls sideways on the narrowest phones',
    async () => {
      for (const width of [344, 320]) {
        await page.setViewportSize({ width, height: 700 });
        await becomes(() => page.evaluate(() => document.documentElement.scrollWidth), width);
        await becomes(() => dialog.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth), 0);
        await dialog.getByRole('button', { name: 'Ещё' }).click();
        const seldom = ['Печать', 'Выгрузка по клиенту', 'В архив', 'Журнал'];
        for (const name of ['Удалить', 'Редактировать', 'Повторить через неделю', ...seldom]) {
          const box = await dialog.getByText(name, { exact: true }).boundingBox();
          assert.ok(
            box && box.x >= 16 && box.x + box.width <= width - 16,
            `${width} px: ${name} ${JSON.stringify(box)}`,
          );
        }
        await page.keyboard.press('Escape');
      }
      await page.setViewportSize(DESKTOP);
    },
  );

  await step('CAL-05 a client is printed with every session, and what is written only where asked for', async () => {
    await pressMore(dialog, 'Печать');
    const sheet = dialog.filter({ has: page.getByLabel('С записями') });
    await sheet.getByRole('heading', { name: '7 сессий' }).waitFor();
    assert.equal(await sheet.getByText('Спит лучше').count(), 0);
    await sheet.getByRole('switch', { name: 'С записями' }).check();
    await sheet.getByText('Давно').waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const text of ['Анна Ковальчук', 'Тревога', 'Конец.', ', отмена', ', запланирована']) {
      assert.ok(await sheet.getByText(text).first().isVisible(), text);
    }
    for (const gone of ['С записями', 'Распечатать', 'Управление базой клиентов', 'Выйти']) {
      assert.equal(await page.getByText(gone).filter({ visible: true }).count(), 0, gone);
    }
    await page.emulateMedia({ media: null });
    await page.evaluate(() => (window.print = () => document.body.setAttribute('data-printed', '')));
    await sheet.getByRole('button', { name: 'Распечатать' }).click();
    await page.locator('body[data-printed]').waitFor();
    await sheet.getByRole('button', { name: 'Назад' }).click();
    await written.waitFor();
  });

  await longStep('CAL-05 the details on paper say nothing of what a press would do', async () => {
    const { id } = await elena.api.collection('clients').getFirstListItem("name ~ 'Ковальчук'");
    await elena.api.collection('clients').update(id, { email: 'anna@example.org', reminders: 'email' });
    const said = dialog.getByText(/^При повторе клиенту уйдёт письмо/);
    await said.waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await said.isVisible(), false);
    await page.emulateMedia({ media: null });
    await elena.api.collection('clients').update(id, { email: '', reminders: 'none' });
    await said.waitFor({ state: 'detached' });
  });

  await step('CLIENT-11 an archived client is in no list and keeps everything, until brought back', async () => {
    const archive = page.getByRole('button', { name: /^Архив/ });
    const moved = toast(page, /перенесён в\sархив/);
    assert.equal(await archive.count(), 0);
    await pressMore(dialog, /^В\sархив/);
    await becomes(() => cards.count(), 2);
    await moved.getByRole('button', { name: /Вернуть из\sархива/ }).click();
    await becomes(() => cards.count(), 3);
    await cards.filter({ hasText: 'Анна' }).click();
    await pressMore(dialog, /^В\sархив/);
    await becomes(names, ['Тимур Ибрагимов', 'Пётр Семёнов']);
    await page.getByText(/^2 клиента, в\sархиве 1 \(лицензия активна\)$/).waitFor();
    await moved.getByRole('button', { name: 'Закрыть уведомление' }).click();
    await archive.and(page.getByRole('button', { name: 'Архив 1' })).click();
    const kept = page.getByRole('list', { name: /Клиенты в\sархиве/ }).getByRole('button');
    await kept.filter({ hasText: 'Анна' }).waitFor();
    await lead(page, '/dashboard/sessions/new');
    await page.getByRole('link', { name: /Пётр/ }).waitFor();
    assert.equal(await page.getByRole('link', { name: /Анна/ }).count(), 0);
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('combobox', { name: 'Поиск' }).fill('ковальчук');
    await page.getByRole('option', { name: /Ковальчук.*В\sархиве/ }).click();
    await dialog.getByText(/Клиент в\sархиве/).waitFor();
    await written.getByText('Спит лучше').waitFor();
    await dialog.getByRole('button', { name: /Вернуть из\sархива/ }).click();
    await dialog.getByText(/Клиент в\sархиве/).waitFor({ state: 'detached' });
    await pressMore(dialog, /^В\sархив/);
    await becomes(() => cards.count(), 2);
  });

  await step(
    'CLIENT-11 LETTER-01 the refusal of a duplicate in the archive offers to bring that client back',
    async () => {
      await add.click();
      await fill('Анна ковальчук', '89162041835', 'Пришла снова');
      await dialog.getByRole('button', { name: 'Добавить' }).click();
      await failureToast(page, 'Клиент с такими данными уже существует').waitFor();
      await dialog.getByText('Его описание в архиве:').waitFor();
      await dialog.getByText('Тревога').waitFor();
      await dialog.getByRole('button', { name: /Вернуть с\sпрежним описанием/ }).click();
      await dialog.waitFor({ state: 'detached' });
      await cards.filter({ hasText: 'Анна' }).click();
      await dialog.getByText('Тревога', { exact: true }).waitFor();
    },
  );

  await longStep(
    'CLIENT-11 LETTER-01 who comes back from the archive keeps what the practitioner chooses of it',
    async () => {
      await pressMore(dialog, /^В\sархив/);
      await becomes(() => cards.count(), 2);
      await page.getByPlaceholder('Поиск по имени или телефону...').fill('ковальчук');
      await page.getByRole('link', { name: /В\sархиве найдено: 1\sклиент/ }).click();
      await cards.filter({ hasText: 'Анна' }).waitFor();
      assert.match(page.url(), /archive=1/);
      const clients = elena.api.collection('clients');
      const { id } = await clients.getFirstListItem("name ~ 'Анна'");
      await clients.update(id, { time_zone: 'Asia/Omsk' });
      await page.goto('/dashboard');
      await add.click();
      await fill('Анна ковальчук', '89162041835', 'Пришла снова');
      await dialog.getByLabel('Email').fill('anna@example.org');
      await dialog.getByRole('button', { name: 'Добавить' }).click();
      await dialog.getByRole('button', { name: /Вернуть и\sдописать введённое/ }).click();
      await dialog.waitFor({ state: 'detached' });
      await cards.filter({ hasText: 'Анна' }).click();
      await dialog.getByText(/Тревога\s+Пришла снова/).waitFor();
      await dialog.getByRole('link', { name: 'anna@example.org' }).waitFor();
      // The refusal is outdated.
      assert.equal(await page.getByRole('alert').count(), 0);
      await dialog.getByText('Омск, UTC+6').waitFor();
      await pressMore(dialog, /^В\sархив/);
      await becomes(() => cards.count(), 2);
      await add.click();
      await fill('Анна ковальчук', '89162041835', '');
      await dialog.getByLabel('Email').fill('new@example.org');
      await dialog.getByRole('button', { name: 'Добавить' }).click();
      await dialog.getByText('Его email в архиве: anna@example.org.').waitFor();
      await dialog.getByRole('button', { name: /Вернуть с\sпрежним email/ }).waitFor();
      await dialog.getByRole('button', { name: /Вернуть с\sновым email/ }).click();
      await dialog.waitFor({ state: 'detached' });
      const { email, time_zone } = await clients.getOne(id);
      assert.deepEqual([email, time_zone], ['new@example.org', 'Asia/Omsk']);
      await page.getByRole('button', { name: /^Архив/ }).waitFor({ state: 'detached' });
    },
  );
});
