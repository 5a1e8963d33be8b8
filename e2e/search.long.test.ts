import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Traffic } from '#bench/web/traffic.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { writeSessions } from '#e2e/write-sessions.ts';

/** Of which each has two texts of as many characters. */
const [SESSIONS, CHARACTERS] = [2500, 2000];
const WORDS = 'тревога граница молчание отпуск ссора память усталость дорога письмо разговор'.split(' ');
const UNKNOWN = ['небывалое', 'никогда', 'нигдешний', 'ненайденное', 'немыслимое'];
/** Other work on the machine only adds: the quickest round is the product's own time. */
const PROMISED_MS = 1000;

const kabinet = onKabinet();

test('CARD-06 of 5,000 texts a word that is nowhere is told within a second of its last letter, on a slow line and machine', async (t) => {
  const { elena, page } = await practice(t, kabinet, 'search-figures');
  const client = { user: elena.id, name: 'Анна Ковальчук', phone: '+7 916 204-18-35' };
  const { id } = await elena.api.collection('clients').create(client);
  const text = (at: number) => {
    const words = Array.from({ length: CHARACTERS / 8 }, (_, step) => WORDS[(at * 7 + step * step) % WORDS.length]);
    return words.join(' ');
  };
  await writeSessions(
    elena,
    id,
    Array.from({ length: SESSIONS }, (_, at) => ({
      date: moscow(`${inDays(-1 - Math.floor(at / 10))}T${String(8 + (at % 10)).padStart(2, '0')}:00`),
      news: text(2 * at),
      thoughts: text(2 * at + 1),
    })),
  );
  const traffic = await Traffic.of(page);
  await page.goto('/dashboard/notes');
  await page.getByRole('heading', { level: 1, name: 'Заметки' }).waitFor();
  await page.keyboard.press('Control+KeyK');
  const field = page.getByRole('combobox', { name: 'Поиск' });
  await field.waitFor();
  await traffic.quiet();
  await traffic.slowDown();
  await page.evaluate(() => document.addEventListener('input', () => performance.mark('typed'), { capture: true }));
  const told = page.getByRole('dialog').getByText('Ничего не найдено').last();
  const figures: number[] = [];
  for (const word of UNKNOWN) {
    await field.fill('');
    await told.waitFor({ state: 'detached' });
    await field.fill(word);
    const took = await page.waitForFunction(() => {
      if (!/Ничего не.найдено/.test(document.querySelector('[role="dialog"]')?.textContent ?? '')) return null;
      return performance.now() - (performance.getEntriesByName('typed').at(-1)?.startTime ?? NaN);
    });
    figures.push((await took.jsonValue()) ?? NaN);
  }
  t.diagnostic(`said after ${figures.map(Math.round).join(', ')} ms`);
  assert.ok(Math.min(...figures) <= PROMISED_MS, figures.join());
});
