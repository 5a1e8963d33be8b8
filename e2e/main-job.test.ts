import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { DESKTOP, HERE, onKabinet, PHONE } from '#e2e/kabinet.ts';
import { inDays } from '#e2e/dates.ts';
import { journey } from '#e2e/journey.ts';
import { watchForFaults } from '#e2e/page-faults.ts';
import { lead } from '#e2e/lead.ts';
import { passingToast } from '#e2e/passing-toast.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const kabinet = onKabinet();

const PASSWORD = 'тихая-комната-7';

/** The short form goes the harder way: by touch, and by a menu that is to be opened first. */
const DEVICES = LONG_FORM ? (['desktop', 'phone'] as const) : (['phone'] as const);

for (const device of DEVICES) {
  const viewport = device === 'phone' ? PHONE : DESKTOP;
  const email = `elena.${device}@kabinet.example`;
  const phone = device === 'phone';
  const touch = phone ? { hasTouch: true, isMobile: true } : {};

  test(`the main job from registration to the approved request, at ${viewport.width} px`, async (t) => {
    const practitioner = await kabinet.person({ viewport, ...touch, ...HERE });
    const visitor = await kabinet.person({ viewport, ...touch });
    t.after(() => Promise.all([practitioner.close(), visitor.close()]));
    const faults = [practitioner, visitor].map((person) => watchForFaults(person, kabinet.url));
    const page = await practitioner.newPage();
    const step = journey(t, `main-job-${device}`, () => [practitioner, visitor]);

    await step('AUTH-01 AUTH-02 registration creates an unverified account and returns to sign-in', async () => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Войти или зарегистрироваться' }).click();
      await page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
      await page.getByText('Войдите в свой аккаунт').waitFor();
      await page.getByRole('button', { name: 'Нет аккаунта? Зарегистрируйтесь' }).click();
      await page.getByRole('heading', { name: 'Регистрация' }).waitFor();
      await page.getByText('Создайте новый аккаунт').waitFor();
      await page.getByPlaceholder('Введите ваше имя').fill('Елена Рудакова');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Зарегистрироваться', exact: true }).click();
      await page.getByText('Регистрация успешна! Проверьте email для подтверждения аккаунта.').waitFor();
      await page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
      await page.getByText(`отправлено на ${email}`).waitFor();
      await page.getByText('адрес страницы с письмами программа напечатала при запуске').waitFor();
    });

    await step('AUTH-04 an unverified account is refused and may ask for the letter again', async () => {
      await signIn(page, email);
      await page.getByText('Подтвердите email перед входом в систему. Проверьте почту.').first().waitFor();
      await page.getByRole('button', { name: 'Отправить письмо ещё раз' }).waitFor();
      assert.equal(await page.evaluate(() => localStorage.getItem('pocketbase_auth')), null);
    });

    await step('AUTH-01 the link of the letter changes nothing until its button is pressed', async () => {
      await mailboxIsClosedWithoutItsKey(page);
      await followLetter(page, email, /Подтвердите/);
      await page.getByRole('button', { name: 'Подтвердить' }).click();
      await page.getByText('Email подтверждён').first().waitFor();
    });

    await step('AUTH-03 sign-in leads to the landing and survives a reload', async () => {
      await page.getByRole('link', { name: 'Войти' }).click();
      // The address is known from the letter, the password alone is missing.
      await becomes(() => page.getByRole('textbox', { name: 'Email' }).inputValue(), email);
      await page.getByLabel('Пароль', { exact: true }).and(page.locator(':focus')).waitFor();
      await signIn(page, email);
      await page.getByText('Вы успешно вошли в систему').waitFor();
      await page.waitForURL('/');
      assert.equal(await page.getByRole('link', { name: 'Войти' }).count(), 0);
      await page.reload();
      const steps = page.getByRole('region', { name: 'С чего начать' }).getByRole('link');
      await steps.nth(4).waitFor();
      await becomes(
        async () => (await steps.allInnerTexts()).map((text) => text.replaceAll('\u00A0', ' ')),
        [
          'Задать рабочие часы',
          'Включить согласие на обработку данных',
          'Отправить ссылку',
          'Добавить клиента',
          'Назначить сессию',
        ],
      );
      await lead(page, '/dashboard');
      await page.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
    });

    await step('AVAIL-01 AVAIL-02 AVAIL-03 weekly hours are set, nonsense cannot be saved', async () => {
      await open(page, phone, 'Онлайн-запись');
      await page.getByRole('link', { name: 'Рабочие часы' }).click();
      await page.getByRole('heading', { name: 'Рабочие часы' }).waitFor();
      await page.getByText('Выходной').nth(6).waitFor();
      const save = page.getByRole('button', { name: 'Сохранить' });
      await becomes(() => save.isDisabled(), true);
      for (const day of ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье']) {
        await page.getByRole('switch', { name: day }).check();
      }
      await page.getByLabel('Понедельник, окончание').fill('8');
      await page.getByText('Время окончания должно быть позже времени начала').waitFor();
      await becomes(() => save.isDisabled(), true);
      await page.getByLabel('Понедельник, окончание').fill('18');
      await save.click();
      const saved = page.getByRole('status').filter({ hasText: 'Настройки расписания сохранены' });
      await saved.waitFor();
      if (LONG_FORM) await page.reload();
      await becomes(() => page.getByLabel('Понедельник, окончание').inputValue(), '18:00');
      assert.equal(await page.getByText('Выходной').count(), 0);
      // With the first hours the page of requests has times to offer.
      if (!LONG_FORM) {
        await saved.getByRole('button', { name: 'Отправить ссылку' }).click();
        await page.waitForURL('/dashboard/online-booking');
      }
    });

    await step('CLIENT-01 CLIENT-03 CLIENT-04 CLIENT-10 a client is added', async () => {
      await open(page, phone, 'Клиенты');
      await page.getByText('Клиенты не найдены').waitFor();
      await page.getByText('Нет доступных клиентов').waitFor();
      await page.getByText('0/3 клиентов').waitFor();
      await page.getByRole('button', { name: 'Добавить клиента' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Имя').fill('А');
      await dialog.getByLabel('Телефон').fill('8 916 204 18 35');
      await dialog.getByRole('button', { name: 'Добавить' }).click();
      await dialog.getByText('Имя должно содержать минимум 2 символа').waitFor();
      await dialog.getByLabel('Имя').fill('Анна Ковальчук');
      await dialog.getByRole('button', { name: 'Добавить' }).click();
      await page.getByText('Клиент успешно добавлен').waitFor();
      await page.getByText('+7 (916) 204-18-35').waitFor();
      await page.getByText('1/3 клиентов').waitFor();
    });

    await step('SESSION-07 SESSION-11 a session is planned', async () => {
      await open(page, phone, 'Сессии');
      await page.getByText('Сессии не найдены').waitFor();
      await page.getByRole('link', { name: 'Новая сессия' }).click();
      await page.getByText('Выберите клиента для создания новой сессии').waitFor();
      await page.getByRole('link', { name: /Анна Ковальчук/ }).click();
      await page.getByText('Шаг 1: Информация').waitFor();
      await page.getByRole('button', { name: 'Далее' }).click();
      await page.getByRole('main').getByText('Шаг 2: Детали').waitFor();
      await page.getByText('Сессия готова к сохранению').waitFor();
      await page.getByRole('button', { name: 'Сохранить' }).click();
      await page.getByText('Сессия успешно создана').waitFor();
      await page.waitForURL('/dashboard/sessions');
      await page.getByText('Анна Ковальчук').first().waitFor();
    });

    let told: Promise<unknown> = Promise.resolve();
    await step('PUBLIC-01 PUBLIC-03 PUBLIC-05 a visitor asks for a consultation', async () => {
      const link = await bookingLink(page, phone);
      told = passingToast(page, 'Новая заявка');
      await ask(visitor, link, 'Марина Левченко', '8 (905) 318-44-20');
    });

    await step('BOOK-01 BOOK-02 BOOK-04 BOOK-05 BOOK-06 the request arrives by itself and is approved', async () => {
      await told;
      await page.getByRole('heading', { name: 'Марина Левченко' }).waitFor();
      await page.getByText('Почти не сплю после переезда.').waitFor();
      await page.getByRole('button', { name: 'Подтвердить' }).click();
      await page.getByText('Заявка подтверждена').waitFor();
      await page.getByRole('heading', { name: 'История заявок' }).waitFor();
      await page.getByText('Подтверждена', { exact: true }).waitFor();
    });

    await step('CLIENT-05 CLIENT-07 BOOK-02 the new client and the session are there', async () => {
      await open(page, phone, 'Клиенты');
      await page.getByText('2/3 клиентов').waitFor();
      await page
        .getByRole('button', { name: /Марина Левченко/ })
        .first()
        .click();
      const details = page.getByRole('dialog');
      await details.getByText('Сайт', { exact: true }).waitFor();
      await details.getByText('Клиент из онлайн-записи').waitFor();
      await page.keyboard.press('Escape');
      await open(page, phone, 'Сессии');
      await page.getByText('Марина Левченко').first().waitFor();
    });

    await step('AUTH-06 signing out leads to the landing and ends the sign-in on the server', async () => {
      const token = await page.evaluate(
        () => JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}').token as string,
      );
      if (phone) await page.getByRole('button', { name: 'Меню' }).click();
      await page.getByRole('button', { name: 'Выйти' }).click();
      await page.waitForURL('/');
      const answer = await fetch(`${kabinet.url}/api/collections/users/auth-refresh`, {
        method: 'POST',
        headers: { authorization: token },
      });
      assert.equal(answer.status, 401);
      await lead(page, '/dashboard');
      await page.waitForURL('/auth');
    });

    await step('nothing was thrown, blocked by the policy or asked of another origin', () => {
      assert.deepEqual(faults.flat(), []);
    });
  });
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}

/** Goes to a screen as a person does: by the sidebar, on the phone by the menu. */
async function open(page: Page, phone: boolean, name: string): Promise<void> {
  if (phone) await page.getByRole('button', { name: 'Меню' }).click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Opens the newest letter to an address in the mailbox that the program printed and follows its link. */
async function followLetter(page: Page, email: string, subject: RegExp): Promise<void> {
  await kabinet.letter(email, subject);
  await page.goto(kabinet.mailbox);
  await page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: email })
    .getByRole('link', { name: subject })
    .first()
    .click();
  await page
    .getByRole('link', { name: /Подтвердить|auth\/verify/ })
    .first()
    .click();
}

async function mailboxIsClosedWithoutItsKey(page: Page): Promise<void> {
  await page.goto('/_mail');
  await page.getByText('программа напечатала при запуске').waitFor();
  assert.equal(await page.getByRole('link').count(), 0);
  assert.ok(!(await page.content()).includes(kabinet.mailbox));
}

async function bookingLink(page: Page, phone: boolean): Promise<string> {
  await open(page, phone, 'Онлайн-запись');
  const link = await page.getByRole('link', { name: 'Открыть страницу записи' }).getAttribute('href');
  assert.match(link ?? '', /\/booking\/[a-z0-9]{25,}$/);
  return link ?? '';
}

async function ask(visitor: BrowserContext, link: string, name: string, phone: string): Promise<void> {
  const page = await visitor.newPage();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Елена Рудакова' }).waitFor();
  await page.getByText('Сначала выберите дату').waitFor();
  const [year, month, day] = inDays(3).split('-');
  await showMonth(page, Number(month), Number(year));
  await page
    .getByRole('button', { name: new RegExp(`^${Number(day)}\\b`) })
    .first()
    .click();
  await page
    .getByRole('radio', { name: /^12:00/ })
    .or(page.getByRole('button', { name: /^12:00/ }))
    .first()
    .click();
  await page.getByLabel('Имя').fill(name);
  await page.getByLabel('Телефон').fill(phone);
  await page.getByLabel(/Сообщение/).fill('Почти не сплю после переезда.');
  await page.getByRole('button', { name: 'Записаться на консультацию' }).click();
  await page.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor();
  await page.getByText('Психолог свяжется с вами для подтверждения записи').waitFor();
  await page.getByRole('button', { name: 'Создать еще одну заявку' }).waitFor();
}

async function showMonth(page: Page, month: number, year: number): Promise<void> {
  const title = new Intl.DateTimeFormat('ru', { month: 'long' }).format(Date.UTC(year, month - 1, 15));
  if ((await page.getByText(new RegExp(`^${title} ${year}`, 'i')).count()) > 0) return;
  await page.getByRole('button', { name: /следующий месяц/i }).click();
}
