import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onKabinet, type Practitioner } from '#e2e/kabinet.ts';
import { becomes } from '#e2e/becomes.ts';
import { journey } from '#e2e/journey.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { refusalOf } from '#proofs/support/test-server.ts';

const kabinet = onKabinet();

const WRONG = 'Неверный email или пароль';

test('a password is forgotten and an e-mail changed', async (t) => {
  const elena = await kabinet.practitioner('forgot@kabinet.example');
  const person = await kabinet.person();
  const olga = await kabinet.practitioner('taken-over@kabinet.example');
  t.after(() => Promise.all([person.close(), elena.browser.close(), olga.browser.close()]));
  const [page, elsewhere] = [await person.newPage(), await elena.browser.newPage()];
  const step = journey(t, 'auth-letters', () => [person, elena.browser]);
  const newPassword = 'другая-комната-8';
  let link = '';

  await step('AUTH-09 a letter is asked for by e-mail, and its link opened', async () => {
    if (LONG_FORM) {
      await elsewhere.goto('/dashboard');
      await elsewhere.getByText('Клиенты не найдены').waitFor();
    }
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Забыли пароль?' }).click();
    await page.getByLabel('Email').fill(elena.email);
    await page.getByRole('button', { name: 'Отправить ссылку' }).click();
    await page.getByText('Если аккаунт с таким адресом есть, письмо уже отправлено.').waitFor();
    link = await kabinet.letter(elena.email, /Новый пароль/);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Новый пароль' }).waitFor();
    await page.getByText(elena.email).waitFor();
  });

  await step(
    'AUTH-09 the token of the link leaves the address at once, and a page loaded again asks for the letter',
    async () => {
      const shown = () =>
        page.evaluate(
          () => location.href + JSON.stringify(history.state) + JSON.stringify(Object.entries(sessionStorage)),
        );
      const { hash, pathname } = new URL(link);
      const token = hash.replace('#token=', '');
      await becomes(async () => new URL(page.url()).hash, '');
      assert.equal(new URL(page.url()).pathname, pathname);
      assert.ok(token.length > 20 && !(await shown()).includes(token));
      await page.reload();
      await page.getByRole('heading', { name: 'Откройте ссылку из письма' }).waitFor();
      // The same page, so no document is loaded.
      await page.goto(link);
      await page.getByRole('heading', { name: 'Новый пароль' }).waitFor();
      await page.getByText(elena.email).waitFor();
      await becomes(async () => new URL(page.url()).hash, '');
    },
  );

  await step('AUTH-09 the new password ends every sign-in', async () => {
    await page.getByRole('textbox', { name: 'Новый пароль' }).fill(newPassword);
    await page.getByRole('button', { name: 'Сохранить пароль' }).click();
    await page.getByText('Пароль изменён. Войдите с новым паролем.').waitFor();
    await page.waitForURL('/auth');
    if (LONG_FORM) {
      await elsewhere.reload();
      await elsewhere.waitForURL('/auth');
    }
    assert.equal((await refreshed(elena)).status, 401);
  });

  await step('AUTH-09 the old password is none, and the link does not work twice', async () => {
    await page.goto('/');
    await page.goto(link);
    await page.getByRole('textbox', { name: 'Новый пароль' }).fill('третья-комната-9');
    await page.getByRole('button', { name: 'Сохранить пароль' }).click();
    await page.getByRole('heading', { name: 'Ссылка больше не действует' }).waitFor();
    await page.getByRole('link', { name: 'На страницу входа' }).click();
    await page.getByLabel('Email').fill(elena.email);
    await page.getByLabel('Пароль', { exact: true }).fill(elena.password);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.getByText(WRONG).waitFor();
    await page.getByLabel('Пароль', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('/');
  });

  await longSteps(step)('AUTH-09 a new e-mail is confirmed from its own letter and with the password', async () => {
    const api = kabinet.guest();
    await api.collection('users').authWithPassword(elena.email, newPassword);
    await api.collection('users').requestEmailChange('new@kabinet.example');
    await page.goto(await kabinet.letter('new@kabinet.example', /./));
    await page.getByText('Новый адрес: new@kabinet.example').waitFor();
    await page.getByLabel('Пароль', { exact: true }).fill(elena.password);
    await page.getByRole('button', { name: 'Подтвердить' }).click();
    await page.getByText('Неверный пароль').waitFor();
    await page.getByLabel('Пароль', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Подтвердить' }).click();
    await page.getByText('Email изменён. Войдите с новым адресом.').waitFor();
    await page.waitForURL('/auth');
    await kabinet.guest().collection('users').authWithPassword('new@kabinet.example', newPassword);
  });

  await step('AUTH-09 the letter to the former address takes a change of e-mail back by a press, once', async () => {
    const thief = kabinet.guest();
    const { id } = (await thief.collection('users').authWithPassword(olga.email, olga.password)).record;
    await thief.collection('users').requestEmailChange('thief@kabinet.example');
    const confirm = new URL(await kabinet.letter('thief@kabinet.example', /Подтвердите новый адрес/));
    const token = new URLSearchParams(confirm.hash.slice(1)).get('token') ?? '';
    await thief.collection('users').confirmEmailChange(token, olga.password);
    const back = await kabinet.letter(olga.email, /Адрес аккаунта изменён/);
    await page.goto(back);
    await page.getByRole('heading', { name: 'Вернуть прежний email' }).waitFor();
    await page.getByText(olga.email).waitFor();
    // Opening the link has changed nothing.
    await thief.collection('users').authWithPassword('thief@kabinet.example', olga.password);
    await page.getByRole('button', { name: 'Вернуть адрес' }).click();
    await page.getByRole('heading', { name: 'Прежний email возвращён' }).waitFor();
    assert.equal((await refusalOf(thief.collection('users').authRefresh())).status, 401);
    assert.equal((await kabinet.guest().collection('users').authWithPassword(olga.email, olga.password)).record.id, id);
    await becomes(() => page.getByRole('textbox', { name: 'Email' }).inputValue(), olga.email);
    await page.getByRole('button', { name: 'Отправить ссылку' }).click();
    await kabinet.letter(olga.email, /Новый пароль/);
    await page.goto('/auth');
    await page.goto(back);
    await page.getByRole('button', { name: 'Вернуть адрес' }).click();
    await page.getByText('Если адрес уже возвращён, войдите с ним').waitFor();
  });
});

function refreshed({ api }: Practitioner): Promise<Response> {
  return fetch(`${kabinet.url}/api/collections/users/auth-refresh`, {
    method: 'POST',
    headers: { authorization: api.authStore.token },
  });
}
