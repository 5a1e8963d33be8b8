import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { DESKTOP, onKabinet } from '#e2e/kabinet.ts';
import { inDays } from '#e2e/dates.ts';
import { DAY, lettersPractice, tokenIn } from '#e2e/letters-practice.ts';
import { narrowFindings } from '#e2e/narrow.ts';
import { chooseStatus, pressMore } from '#e2e/session-form.ts';

const kabinet = onKabinet();

test('letters and links, wherever a session is changed', async (t) => {
  const opened = await lettersPractice(t, kabinet, 'more-letters', '11:00');
  const { page, step, dialog, open, visit, anna, pavel, annas, pavels, toast, copied } = opened;

  await step(
    'VISIT-04 a link that comes once its session is closed is not copied, a question goes with it',
    async () => {
      await open(pavels, 'Павел Дёмин');
      const coming = Promise.withResolvers<void>();
      await page.route('**/visit-link', async (route) => {
        await coming.promise;
        await route.continue();
      });
      const isMaking = (request: Request) => request.method() === 'POST' && request.url().endsWith('/visit-link');
      await Promise.all([page.waitForRequest(isMaking), pressMore(dialog, 'Ссылка для клиента')]);
      const dropped = page.waitForEvent('requestfailed', isMaking);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /11:00/ }).first().click();
      await dialog.getByRole('heading', { name: 'Анна Ковальчук' }).waitFor();
      await dropped;
      coming.resolve();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await pressMore(dialog, 'Ссылка для клиента');
      await toast.getByText(/^Анна Ковальчук, [а-я]+, \d+\s[а-я]+, 11:00$/).waitFor();
      assert.equal(await toast.getByText(/^Павел Дёмин, /).count(), 0);
      assert.equal((await visit('', { token: tokenIn(await copied()) })).start, `${DAY}T08:00:00Z`);
      await pressMore(dialog, 'Отозвать ссылку');
      await dialog.getByText('Отозвать ссылку?').waitFor();
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      await page.goForward();
      await dialog.getByRole('heading', { name: 'Анна Ковальчук' }).waitFor();
      assert.equal(await dialog.count(), 1);
      await open(pavels, 'Павел Дёмин');
    },
  );

  await step('LETTER-02 that a letter goes is said before a session is planned', async () => {
    const next = page.getByRole('button', { name: 'Далее' });
    const said = page.getByText(/лиенту уйдёт письмо/);
    await page.goto(`/dashboard/sessions/new/${anna}?date=${inDays(6)}&time=13:00`);
    await next.click();
    await page.getByText(/^Клиенту уйдёт письмо о\sзаписи: anna@example\.org$/).waitFor();
    await page.getByRole('button', { name: 'Назад' }).click();
    await chooseStatus(page, 'Бронь');
    await next.click();
    await page.getByRole('button', { name: 'Сохранить' }).waitFor();
    assert.equal(await said.count(), 0, 'a reserved time is not told');
    await page.goto(`/dashboard/sessions/new/${pavel}?date=${inDays(6)}&time=13:00`);
    await next.click();
    await page.getByRole('button', { name: 'Сохранить' }).waitFor();
    assert.equal(await said.count(), 0, 'no address');
    const repeat = dialog.getByRole('button', { name: 'Повторить через неделю' });
    const described = repeat.and(
      page.getByRole('button', {
        description:
          /^(?:При повторе клиенту уйдёт письмо о\sзаписи|Письмо клиенту уйдёт только при\sповторе): anna@example\.org$/,
      }),
    );
    await open(annas, 'Анна Ковальчук');
    await described.waitFor();
    await page.goto(`/dashboard?client=${anna}`);
    await described.waitFor();
    assert.deepEqual(await narrowFindings(page, 'the client’s details'), []);
    await page.setViewportSize(DESKTOP);
    for (const address of [`/dashboard?client=${pavel}`, `/dashboard/sessions?session=${pavels}`]) {
      await page.goto(address);
      await repeat.waitFor();
      assert.equal(await said.count(), 0, 'no address');
    }
  });

  await step('LETTER-02 that a letter goes is said before a session is moved in the calendar', async () => {
    const said = page.getByText(/Клиенту уйдёт письмо о\sновом времени/);
    await page.goto(`/dashboard/calendar?view=week&date=${DAY}`);
    await page.getByRole('button', { name: /11:00.*Анна Ковальчук/ }).press('Shift+ArrowDown');
    await page
      .getByRole('status')
      .filter({ hasText: /, 11:15\. Клиенту уйдёт письмо о\sновом времени$/ })
      .waitFor();
    await becomes(() => said.count(), 2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /15:00.*Павел Дёмин/ }).press('Shift+ArrowDown');
    await page
      .getByRole('status')
      .filter({ hasText: /, 15:15$/ })
      .waitFor();
    assert.equal(await said.count(), 0, 'no address');
    await page.keyboard.press('Escape');
  });
});
