import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { DESKTOP, onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, shown } from '#e2e/dates.ts';
import { FIRST_LISTS } from '#e2e/network.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { failureToast } from '#e2e/toast.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

test('a practitioner writes notes', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'notes', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const longStep = longSteps(step);
  const note = (title: string) => page.getByRole('article', { name: title });
  const save = page.getByRole('button', { name: 'Сохранить' });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const keptDraft = page.getByText('Есть несохранённый черновик');
  const toast = (text: string) => failureToast(page, text);

  await step('NOTE-01 the list is being read, and is empty', async () => {
    const reading = Promise.withResolvers<void>();
    await page.route(FIRST_LISTS, (route) => route.abort());
    await page.route(/\/blog_posts\/records\?/, async (route) => {
      await reading.promise;
      await route.continue();
    });
    await page.goto('/dashboard/notes', { waitUntil: 'commit' });
    await page.getByText('Загрузка заметок...').waitFor();
    reading.resolve();
    await page.getByText('Заметок пока нет').waitFor();
    await page.getByText('Добавьте первую запись').waitFor();
    await page.unrouteAll();
  });

  await step('NOTE-01 the form says what is missing, and a save that fails keeps it', async () => {
    await page.getByRole('link', { name: 'Новая заметка' }).click();
    await becomes(() => field('Дата').inputValue(), shown(inDays(0)));
    await page.locator(':focus').and(field('Заголовок')).waitFor();
    const rightOfSave = () => save.evaluate((button) => Math.round(button.getBoundingClientRect().right));
    const right = await rightOfSave();
    await becomes(() => page.locator('form').evaluate((form) => Math.round(form.getBoundingClientRect().right)), right);
    await field('Заголовок').fill('О');
    await field('Текст').fill('Коротко');
    await page.getByText(/Черновик сохранён/).waitFor();
    assert.equal(await rightOfSave(), right);
    await field('Дата').fill('');
    await save.click();
    await page.getByText('Выберите дату').waitFor();
    await field('Дата').fill(shown(inDays(0)));
    await page.getByText('Заголовок должен содержать минимум 2 символа').waitFor();
    await page.getByText('Текст должен содержать минимум 10 символов').waitFor();
    await field('Заголовок').fill('О границах');
    await field('Текст').fill('Отказ пока звучит как оправдание.');
    server.refuseWrites('blog_posts');
    await save.click();
    await toast('Ошибка при создании поста').waitFor();
    await becomes(() => field('Текст').inputValue(), 'Отказ пока звучит как оправдание.');
    server.mend();
    await save.click();
    await page.getByText('Заметка добавлена').waitFor();
    await note('О границах')
      .getByText(shown(inDays(0)))
      .waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  await longStep(
    'NOTE-01 a sheet left during its save stays left, and a lost answer makes no second note',
    async () => {
      const held: (() => void)[] = [];
      const hold = (route: Route, goOn: () => Promise<void>) =>
        route.request().method() === 'GET' ? route.fallback() : void held.push(() => void goOn());
      const leaveDuringSave = async () => {
        await save.click();
        await becomes(async () => held.length, 1);
        await page.getByRole('navigation').getByRole('link', { name: 'Клиенты' }).click();
        await page.waitForURL('/dashboard');
        // The address changes first, and the sheet with its own line about the draft goes after it.
        await page.getByRole('heading', { level: 1, name: 'Клиенты' }).waitFor();
        assert.equal(await page.getByText(/Черновик сохранён/).count(), 0);
        held.pop()?.();
      };
      const writes = '**/api/collections/blog_posts/records**';
      await page.getByRole('link', { name: 'Новая заметка' }).click();
      await field('Заголовок').fill('О паузах');
      await field('Текст').fill('Молчание тоже ответ.');
      await page.route(writes, (route) =>
        hold(route, async () => {
          await route.fetch();
          await route.abort();
        }),
      );
      await leaveDuringSave();
      await toast('Ошибка при создании поста').getByText('Черновик остался.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Повторить' }).count(), 0);
      await page.unroute(writes);
      await page.getByRole('navigation').getByRole('link', { name: 'Заметки' }).click();
      await page.getByRole('link', { name: 'Новая заметка' }).click();
      await becomes(() => field('Текст').inputValue(), 'Молчание тоже ответ.');
      await page.route(writes, (route) => hold(route, () => route.fallback()));
      // The message of the note before may still stand.
      const stored = page.waitForResponse(
        (answer) => answer.request().method() !== 'GET' && answer.url().includes('/blog_posts/'),
      );
      await leaveDuringSave();
      assert.equal((await stored).ok(), true);
      await page.getByText('Заметка добавлена').last().waitFor();
      await page.unroute(writes);
      assert.equal(new URL(page.url()).pathname, '/dashboard');
      const [only, ...more] = await elena.api.collection('blog_posts').getFullList({ filter: "title = 'О паузах'" });
      assert.ok(only && more.length === 0);
      await elena.api.collection('blog_posts').delete(only.id);
      await page.getByRole('navigation').getByRole('link', { name: 'Заметки' }).click();
      await note('О паузах').waitFor({ state: 'detached' });
      await note('О границах').waitFor();
    },
  );

  await step('NOTE-01 notes stand by their date, the newest first', async () => {
    for (const [title, date] of [
      ['Супервизия', inDays(-30)],
      ['План', inDays(7)],
    ] as const) {
      await elena.api
        .collection('blog_posts')
        .create({ user: elena.id, title, content: 'Десять знаков и больше', date: `${date} 00:00:00.000Z` });
    }
    await note('План').waitFor();
    await note('Супервизия').waitFor();
    const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    assert.deepEqual(titles, ['План', 'О границах', 'Супервизия']);
  });

  await step('NOTE-01 a note is changed, also when it did not work at once', async () => {
    await note('Супервизия').getByRole('link', { name: 'Редактировать' }).click();
    await field('Дата').fill(shown(inDays(14)));
    await field('Заголовок').fill('Супервизия с Ириной');
    server.refuseWrites('blog_posts');
    await save.click();
    await toast('Ошибка при обновлении поста').waitFor();
    await becomes(() => field('Заголовок').inputValue(), 'Супервизия с Ириной');
    server.mend();
    await save.click();
    await page.getByText('Заметка обновлена').waitFor();
    await note('Супервизия с Ириной')
      .getByText(shown(inDays(14)))
      .waitFor();
    assert.equal(
      await page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText(),
      'Супервизия с Ириной',
    );
  });

  await step('NOTE-02 sharing copies title, content and date', async () => {
    assert.deepEqual(
      await note('О границах')
        .locator('[aria-label]')
        .evaluateAll((all) => all.map((one) => one.ariaLabel)),
      ['Редактировать', 'Поделиться', 'Удалить'],
    );
    await note('О границах').getByRole('button', { name: 'Поделиться' }).click();
    await page.getByText('Текст скопирован в буфер обмена').waitFor();
    assert.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      `О границах\n\nОтказ пока звучит как оправдание.\n\n${shown(inDays(0))}`,
    );
  });

  await step('NOTE-02 a text longer than its card is shared whole', async () => {
    const content = 'Отказ звучит как оправдание. '.repeat(50).trim();
    await elena.api
      .collection('blog_posts')
      .create({ user: elena.id, title: 'О долгом', content, date: `${inDays(0)} 00:00:00.000Z` });
    // Safari refuses what begins once the note is there, and no longer with the press.
    await page.evaluate(() => {
      const late = async () => {
        throw new DOMException('not within the press', 'NotAllowedError');
      };
      Object.defineProperty(navigator.clipboard, 'writeText', { configurable: true, value: late });
    });
    await note('О долгом').getByRole('button', { name: 'Поделиться' }).click();
    await becomes(
      () => page.evaluate(() => navigator.clipboard.readText()),
      `О долгом\n\n${content}\n\n${shown(inDays(0))}`,
    );
  });

  await step('NOTE-02 a device that can share does so; one that can do neither says so', async () => {
    // Without the messages of the steps before.
    await page.reload();
    await page.evaluate(() => {
      const share = async (data: ShareData) => localStorage.setItem('shared', JSON.stringify(data));
      Object.defineProperty(navigator, 'share', { configurable: true, value: share });
    });
    await note('План').getByRole('button', { name: 'Поделиться' }).click();
    await page.waitForFunction(() => localStorage.getItem('shared')?.includes('Десять знаков и больше'));
    assert.equal(await page.getByText('Текст скопирован').count(), 0);
    await page.evaluate(() => {
      for (const name of ['share', 'clipboard']) {
        Object.defineProperty(navigator, name, { configurable: true, value: undefined });
      }
    });
    await note('План').getByRole('button', { name: 'Поделиться' }).click();
    const refused = page.getByRole('dialog', { name: 'Не удалось скопировать текст' });
    await becomes(
      async () => /Десять знаков и больше/.test(await refused.getByLabel('Скопируйте отсюда').inputValue()),
      true,
    );
    await page.keyboard.press('Escape');
    await refused.waitFor({ state: 'detached' });
    await page.evaluate(() => {
      for (const name of ['share', 'clipboard']) Reflect.deleteProperty(navigator, name);
    });
  });

  await step('NOTE-01 CAL-05 a press opens a note to read in full, and paper has it alone', async () => {
    await note('О долгом').getByRole('link', { name: 'О долгом' }).click();
    const title = page.getByRole('heading', { name: 'О долгом', level: 1 });
    await title.and(page.locator(':focus')).waitFor();
    const text = note('О долгом').getByText('Отказ звучит как оправдание. '.repeat(50).trim());
    await text.waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth), 320);
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ media: 'print' });
    assert.ok((await title.isVisible()) && (await text.isVisible()));
    for (const gone of [page.getByRole('button'), page.getByRole('link')]) {
      assert.equal(await gone.filter({ visible: true }).count(), 0);
    }
    await page.emulateMedia({ media: null });
    await note('О долгом').getByRole('button', { name: 'Поделиться' }).click();
    await page.getByText('Текст скопирован в буфер обмена').first().waitFor();
    await note('О долгом').getByRole('link', { name: 'Редактировать' }).click();
    await becomes(() => field('Заголовок').inputValue(), 'О долгом');
    assert.equal(await keptDraft.count(), 0);
    await page.goBack();
    await title.waitFor();
    assert.equal(await keptDraft.count(), 0);
    await page.goBack();
    await note('План').waitFor();
  });

  await step('NOTE-01 the reader and the list lead on to a draft that this tab keeps', async () => {
    const goOn = page.getByRole('link', { name: 'Продолжить' });
    await note('О долгом').getByRole('link', { name: 'Редактировать' }).click();
    await field('Заголовок').fill('О долгом молчании');
    await page.goBack();
    assert.equal(await keptDraft.count(), 0);
    await note('О долгом').getByRole('link', { name: 'О долгом' }).click();
    await keptDraft.waitFor();
    await goOn.click();
    await becomes(() => field('Заголовок').inputValue(), 'О долгом молчании');
    await field('Заголовок').fill('О долгом');
    await page.goBack();
    await page.getByRole('heading', { name: 'О долгом', level: 1 }).waitFor();
    await keptDraft.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('link', { name: 'Новая заметка' }).click();
    await field('Заголовок').fill('Черновая');
    await page.goBack();
    await keptDraft.waitFor();
    await goOn.click();
    await becomes(() => field('Заголовок').inputValue(), 'Черновая');
    await field('Заголовок').fill('');
    await page.goBack();
    await note('План').waitFor();
    await keptDraft.waitFor({ state: 'detached' });
  });

  await step('NOTE-01 the search finds every typed word in title and text, without case and ё', async () => {
    const search = page.getByRole('searchbox', { name: /Поиск по заголовку/ });
    const titles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    await search.fill('оправданиЁ');
    await page.getByText('Найдено: 2 заметки').waitFor({ state: 'attached' });
    await becomes(titles, ['О долгом', 'О границах']);
    await search.fill('ГРАНИЦАХ отказ');
    await becomes(titles, ['О границах']);
    await note('О границах').getByRole('link', { name: 'О границах' }).click();
    await page.getByRole('heading', { level: 1, name: 'О границах' }).waitFor();
    assert.ok(!page.url().includes('q='));
    await page.goBack();
    await becomes(() => search.inputValue(), 'ГРАНИЦАХ отказ');
    await search.fill('чего нет');
    await page.getByText(/Заметки не\sнайдены/).waitFor();
    server.breakTable('blog_posts');
    await search.fill('план');
    await page.getByRole('main').getByRole('alert').getByText('Не удалось загрузить заметки').waitFor();
    server.mend();
    await page.getByRole('button', { name: 'Повторить' }).click();
    await becomes(titles, ['План']);
    await search.fill('');
    await note('О границах').waitFor();
  });

  await step('NOTE-01 a note is deleted after a question', async () => {
    const dialog = page.getByRole('dialog');
    await note('План').getByRole('button', { name: 'Удалить' }).click();
    await dialog.getByText('Заметка «План» исчезнет.').waitFor();
    server.refuseWrites('blog_posts');
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await toast('Ошибка при удалении поста').waitFor();
    server.mend();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Заметка удалена').waitFor();
    await note('План').waitFor({ state: 'detached' });
    await note('О долгом').getByRole('link', { name: 'О долгом' }).click();
    await page.getByRole('heading', { name: 'О долгом', level: 1 }).waitFor();
    const refused: number[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.status());
    });
    await note('О долгом').getByRole('button', { name: 'Удалить' }).click();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await note('О границах').waitFor();
    // Only an event brings the second note, and that of the deletion comes before it.
    for (const title of ['Первая вслед', 'Вторая вслед']) {
      const later = { user: elena.id, title, content: 'Десять знаков и больше', date: `${inDays(0)} 00:00:00.000Z` };
      await elena.api.collection('blog_posts').create(later);
      await note(title).waitFor();
    }
    assert.deepEqual(refused, []);
    assert.equal(new URL(page.url()).search, '');
  });

  await longStep('NOTE-01 what cannot be read says so, and comes when the line is back', async () => {
    // The sheet loads the list's code and has no use for its data.
    const lists = /blog_posts\/records\?|\/api\/start/;
    await page.route(lists, (route) => route.abort());
    await page.goto('/dashboard/notes?note=new');
    await field('Текст').waitFor();
    await kabinet.kill();
    await page.unroute(lists);
    await page.getByRole('main').getByRole('link', { name: 'Заметки' }).click();
    await page.getByRole('main').getByRole('alert').getByText('Не удалось загрузить заметки').waitFor();
    await kabinet.revive();
    await note('О границах').waitFor();
  });

  await longStep(
    'NOTE-01 a server that fails is told, of the list and of one note, and reading again helps',
    async () => {
      const failure = page.getByRole('main').getByRole('alert');
      server.breakTable('blog_posts');
      await page.reload();
      await failure.getByRole('heading', { name: 'Не удалось загрузить заметки' }).waitFor();
      server.mend();
      await failure.getByRole('button', { name: 'Повторить' }).click();
      const edit = note('О границах').getByRole('link', { name: 'Редактировать' });
      await edit.waitFor();
      server.breakTable('blog_posts');
      await edit.click();
      await failure.getByRole('heading', { name: 'Не удалось загрузить заметку' }).waitFor();
      server.mend();
      await failure.getByRole('button', { name: 'Повторить' }).click();
      await field('Текст').waitFor();
      await page.goto('/dashboard/notes?note=nobody000000000');
      await failure.getByRole('heading', { name: 'Заметка не найдена' }).waitFor();
    },
  );
});

test('NOTE-03 a year of many notes is gone to', async (t) => {
  const { elena, page } = await practice(t, kabinet, 'notes-years');
  const batch = elena.api.createBatch();
  for (let at = 0; at < 25; at += 1) {
    const note = { title: `Заметка ${at}`, content: 'О чём писать завтра', date: `${2020 + (at % 5)}-03-01` };
    batch.collection('blog_posts').create(note);
  }
  await batch.send();
  await page.goto('/dashboard/notes');
  const cards = page.getByRole('article');
  const year = page.getByRole('combobox', { name: 'Год' });
  await year.click();
  await page.getByRole('option', { name: '2021', exact: true }).click();
  await page.waitForURL(/year=2021/);
  await becomes(() => cards.count(), 5);
  await page.getByRole('article', { name: 'Заметка 21' }).waitFor();
  await page.getByPlaceholder('Поиск по заголовку или тексту...').fill('заметка 16');
  await becomes(() => cards.count(), 1);
  await page.reload();
  await becomes(() => year.inputValue(), '2021');
  await page.goto('/dashboard/notes?year=1999');
  await page.getByText('Заметки не найдены').waitFor();
});
