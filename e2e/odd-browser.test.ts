import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext } from 'playwright';
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

test('AUTH-06 a clock that is eight days ahead ends no sign-in', async (t) => {
  const elena = await kabinet.practitioner('clock-ahead@kabinet.example');
  t.after(() => elena.browser.close());
  const page = await elena.browser.newPage();
  await page.clock.setFixedTime(Date.parse(`${inDays(8)}T12:00:00Z`));
  for (const _ of [1, 2]) {
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Клиенты' }).waitFor();
  }
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Клиенты' }).waitFor();
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
