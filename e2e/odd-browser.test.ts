import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext } from 'playwright';
import { choose } from '#e2e/booking-form.ts';
import { inDays } from '#e2e/dates.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { watchForFaults } from '#e2e/page-faults.ts';

const kabinet = onKabinet();

/** As browsers do with cookies and site data blocked. */
function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'Notification', 'BroadcastChannel']) {
    Object.defineProperty(window, name, { get: refuse, configurable: true });
  }
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  // Pages without TLS have no locks to refuse.
  if (!('locks' in navigator)) return;
  const locks: LockManager = Object.getPrototypeOf(navigator.locks);
  locks.request = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
}

async function signIn(person: BrowserContext, email: string, password: string) {
  const page = await person.newPage();
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('link', { name: 'Клиенты' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Клиенты' }).waitFor();
  return page;
}

test('AUTH-08 a browser that refuses storage, locks and channels opens every page, and works as long as it is open', async (t) => {
  const elena = await kabinet.practitioner('no-storage@kabinet.example');
  const person = await kabinet.person();
  t.after(() => Promise.all([person.close(), elena.browser.close()]));
  await person.addInitScript(refuseStorage);
  const faults = watchForFaults(person, kabinet.url);
  const page = await signIn(person, elena.email, elena.password);
  // Events come all the same.
  await elena.api.collection('clients').create({ user: elena.id, name: 'Анна', phone: '+7 916 204-18-35' });
  await page.getByRole('button', { name: /^Анна/ }).waitFor();
  for (const address of ['/', elena.link, '/visit', '/auth/reset', '/auth/verify']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  assert.deepEqual(faults, []);
});

/** As a browser whose disk is full; what can be read stays. */
function fillStorage(): void {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  Storage.prototype.setItem = refuse;
}

/** As a browser whose profile is damaged. */
function damageStorage(): void {
  const fail = () => {
    throw new DOMException('The file is corrupted.', 'NS_ERROR_FILE_CORRUPTED');
  };
  Object.assign(Storage.prototype, { getItem: fail, setItem: fail, removeItem: fail, key: fail });
}

test('AUTH-08 with a full or a damaged storage a person signs in, and is told that it lasts as long as the page', async (t) => {
  const elena = await kabinet.practitioner('full-storage@kabinet.example');
  t.after(() => elena.browser.close());
  for (const [spoil, isFull] of [
    [fillStorage, true],
    [damageStorage, false],
  ] as const) {
    const person = await kabinet.person();
    await person.addInitScript(spoil);
    const faults = watchForFaults(person, kabinet.url);
    const page = await person.newPage();
    await page.goto('/auth');
    await page.getByLabel('Email').fill(elena.email);
    await page.getByLabel('Пароль', { exact: true }).fill(elena.password);
    await page.getByRole('button', { name: 'Войти' }).click();
    await page.getByText('Браузер не смог сохранить вход').waitFor();
    for (const name of ['Клиенты', 'Сессии', 'Заметки']) {
      await page.getByRole('link', { name }).first().click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    for (const address of [elena.link, '/visit', '/auth']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    assert.deepEqual(faults, [], isFull ? 'full' : 'damaged');
    await person.close();
  }
});

test('AUTH-06 a storage that has become full keeps the sign-in that it has', async (t) => {
  const { browser } = await kabinet.practitioner('filled-storage@kabinet.example');
  t.after(() => browser.close());
  await browser.addInitScript(fillStorage);
  const page = await browser.newPage();
  for (let opened = 0; opened < 3; opened += 1) {
    const refreshed = page.waitForResponse(/auth-refresh/);
    await page.goto('/dashboard');
    assert.equal((await refreshed).status(), 200);
    await page.getByRole('heading', { level: 1, name: 'Клиенты' }).waitFor();
    await page.getByRole('link', { name: 'Заметки' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Заметки' }).waitFor();
  }
});

/** A device whose clock is eight days ahead. */
function runAhead(): void {
  const days = 8 * 24 * 60 * 60_000;
  const [now, instant] = [Date.now.bind(Date), globalThis.Temporal?.Now.instant.bind(Temporal.Now)];
  Date.now = () => now() + days;
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + days });
  if (instant) Temporal.Now.instant = () => instant().add({ milliseconds: days });
}

test('AUTH-06 CAL-03 PUBLIC-01 a clock that is eight days ahead ends no sign-in, is told once and shows no other day', async (t) => {
  const elena = await kabinet.practitioner('clock-ahead@kabinet.example');
  const visitor = await kabinet.person();
  t.after(() => Promise.all([elena.browser.close(), visitor.close()]));
  await Promise.all([elena.browser.addInitScript(runAhead), visitor.addInitScript(runAhead)]);
  const client = { user: elena.id, name: 'Вера Орлова', phone: '+7 916 204-18-35', email: 'vera@example.org' };
  const { id } = await elena.api.collection('clients').create(client);
  const day_of_week = Temporal.PlainDate.from(inDays(3)).dayOfWeek % 7;
  const hours = { user: elena.id, day_of_week, start_time: '09:00', end_time: '18:00', is_available: true };
  await elena.api.collection('availability_settings').create(hours);
  const start = new Date(Date.now() + 45 * 60_000).toISOString().replace('T', ' ');
  const session = { user: elena.id, client: id, date: start, duration: 60, status: 'scheduled' };
  const planned = await elena.api.collection('sessions').create(session);
  const page = await elena.browser.newPage();
  const told = page.getByText('Проверьте часы устройства: они спешат на 8 дней');
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Клиенты' }).waitFor();
  await told.waitFor();
  await page.goto('/dashboard/sessions');
  await page.getByText(/через\s4\d\sмин/).waitFor();
  assert.equal(await told.count(), 0);
  const today = Temporal.Now.plainDateISO('Europe/Moscow');
  await page.goto('/dashboard/calendar');
  await page.locator(`[aria-current="date"][data-date="${today.toString()}"]`).waitFor();

  const guest = await visitor.newPage();
  await guest.goto(elena.link);
  await guest.getByText('Проверьте часы устройства: они спешат').waitFor();
  await choose(guest, inDays(3));
  await guest.getByRole('button', { name: '10:00', exact: true }).waitFor();
  const { url } = await elena.api.send<{ url: string }>(`/api/sessions/${planned.id}/visit-link`, { method: 'POST' });
  await guest.goto(url);
  await guest.getByText('Проверьте часы устройства').waitFor();
  assert.equal(await guest.getByText('Встреча уже началась').count(), 0);
});

test('AUTH-01 a device that cannot name its zone opens every screen', async (t) => {
  const elena = await kabinet.practitioner('no-zone@kabinet.example');
  t.after(() => elena.browser.close());
  await elena.browser.addInitScript(() => {
    if ('Temporal' in globalThis) Object.assign(Temporal.Now, { timeZoneId: () => 'Etc/Unknown' });
    const resolvedOptions: (this: Intl.DateTimeFormat) => Intl.ResolvedDateTimeFormatOptions = Reflect.get(
      Intl.DateTimeFormat.prototype,
      'resolvedOptions',
    );
    Intl.DateTimeFormat.prototype.resolvedOptions = function options() {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
    };
  });
  const faults = watchForFaults(elena.browser, kabinet.url);
  const page = await elena.browser.newPage();
  for (const address of [
    '/',
    '/dashboard',
    '/dashboard/sessions',
    '/dashboard/calendar',
    '/dashboard/profile',
    elena.link,
  ]) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    assert.equal(await page.getByText('Ошибка загрузки приложения').count(), 0);
  }
  assert.deepEqual(faults, []);
});
