import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Traffic } from '#bench/web/traffic.ts';
import { becomes } from '#e2e/becomes.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { DESKTOP, onKabinet, practice } from '#e2e/kabinet.ts';
import { writeSessions } from '#e2e/write-sessions.ts';

/** What is promised of a page with so many sessions, in milliseconds, and of so many openings. */
const PROMISED = { sessions: 600, shown: 1500, search: 300, openings: 200, heapMb: 4 };

const kabinet = onKabinet();

test('CARD-01 CARD-02 a page with 600 sessions is there soon, searched at once, and leaves nothing behind', async (t) => {
  const { elena, page } = await practice(t, kabinet, 'client-card-figures');
  const client = { user: elena.id, name: 'Анна Ковальчук', phone: '+7 916 204-18-35' };
  const { id } = await elena.api.collection('clients').create(client);
  await writeSessions(
    elena,
    id,
    Array.from({ length: PROMISED.sessions }, (_, day) => ({
      date: moscow(`${inDays(-1 - day)}T10:00`),
      news: `Новости ${day}. ${'Сон лучше, тревога к вечеру. '.repeat(30)}`,
      thoughts: `Мысли ${day}. ${'Вернуться к теме отпуска. '.repeat(30)}${day % 43 === 7 ? 'перекрёсток' : ''}`,
    })),
  );
  await page.setViewportSize(DESKTOP);
  const traffic = await Traffic.of(page);
  const open = page.getByRole('dialog').getByRole('link', { name: 'Открыть карту' });
  const entry = page.getByRole('article').first();
  const whole = page.getByRole('button', { name: 'Печать записей' });
  const visit = async () => {
    await page.getByRole('button', { name: /Анна Ковальчук/ }).click();
    await open.waitFor();
  };

  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main article')) return;
      watch.disconnect();
      requestAnimationFrame(() => performance.mark('article'));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/dashboard');
  await visit();
  // What follows the screen in the background is there before.
  await traffic.quiet();
  await traffic.slowDown();
  await page.evaluate(() => document.addEventListener('click', () => performance.mark('pressed'), { capture: true }));
  await open.click();
  await entry.waitFor();
  const shown = await page.evaluate(() => {
    const start = performance.getEntriesByName('pressed').at(-1)?.startTime ?? NaN;
    return (performance.getEntriesByName('article')[0]?.startTime ?? Infinity) - start;
  });
  t.diagnostic(`shown after ${shown.toFixed(0)} ms`);
  assert.ok(shown <= PROMISED.shown, `${shown} ms`);
  await becomes(() => whole.isEnabled(), true);
  await traffic.line.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await traffic.line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const search = page.getByRole('searchbox', { name: 'Поиск в записях...' });
  await search.fill('п');
  await page.getByRole('group', { name: 'Найденное' }).waitFor();
  await page.evaluate(() => document.addEventListener('input', () => performance.mark('typed'), { capture: true }));
  await search.fill('перекресток');
  const found = await page.evaluate(async () => {
    while (!/1.из.14/.test(document.querySelector('main [aria-live]')?.textContent ?? '')) {
      await new Promise(requestAnimationFrame);
    }
    return performance.now() - (performance.getEntriesByName('typed').at(-1)?.startTime ?? NaN);
  });
  t.diagnostic(`found after ${found.toFixed(0)} ms`);
  assert.ok(found <= PROMISED.search, `${found} ms`);

  await page.goto('/dashboard');
  const heap = async () => {
    await traffic.line.send('HeapProfiler.collectGarbage');
    const { usedSize } = await traffic.line.send('Runtime.getHeapUsage');
    return usedSize / 1e6;
  };
  const sizes: number[] = [];
  for (let opening = 0; opening < PROMISED.openings; opening += 1) {
    await visit();
    await open.click();
    await entry.waitFor();
    await becomes(() => whole.isEnabled(), true);
    await page.goBack();
    await open.waitFor();
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached' });
    if (opening % 50 === 49) sizes.push(await heap());
  }
  t.diagnostic(`heap: ${sizes.map((size) => size.toFixed(1)).join(', ')} MB`);
  const [early = 0, late = Infinity] = [sizes[0], sizes.at(-1)];
  assert.ok(late - early <= PROMISED.heapMb, `${early} MB, then ${late} MB`);
});
