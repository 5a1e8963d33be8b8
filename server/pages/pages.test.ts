import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { DrawnPage } from '#server/pages/drawn-page.ts';
import { PageTemplates } from '#server/pages/page-templates.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabinet-pages-'));
  await mkdir(join(folder, 'assets'));
  const html = (title: string) =>
    `<title>${title}</title><!--page-data--><script nonce="__CSP_NONCE__"></script><link nonce="__CSP_NONCE__"><div id="root"></div>`;
  await writeFile(join(folder, 'index.html'), html('Кабинет'));
  await writeFile(join(folder, 'booking.html'), html('Запись'));
  await writeFile(
    join(folder, 'first-paint.js'),
    'export const firstPaint = ({ page }) => `<h1>$& ${page.timeZone}</h1>`;',
  );
});
after(() => rm(folder, { recursive: true }));

const htmlOf = (page: DrawnPage | undefined): string => String(page?.page().html());

test('each page has a nonce of its own, everywhere in it', async () => {
  const templates = await PageTemplates.read(folder);
  const [first, second] = [templates?.application.page(), templates?.application.page()];
  assert.ok(first && second);
  assert.notEqual(first.nonce, second.nonce);
  assert.equal(String(first.html()).split(`nonce="${first.nonce}"`).length, 3);
  assert.ok(!String(first.html()).includes('__CSP_NONCE__'));
});

test('the data of the public page cannot end its script, a name cannot end the title or get a nonce', async () => {
  const templates = await PageTemplates.read(folder);
  const name = '</script><script nonce="__CSP_NONCE__">alert(1)</script>$&</title><b>';
  const data = { hash: 'abc', page: { name, timeZone: 'Europe/Moscow' }, slots: null };
  const page = templates?.booking(data, name).page();
  const html = String(page?.html());
  const json = /id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  assert.deepEqual(JSON.parse(json), data);
  assert.ok(!json.includes('<'));
  assert.equal(html.match(/<\/title>/g)?.length, 1);
  assert.ok(!html.includes('<b>'));
  assert.equal(html.split(page?.nonce ?? '').length, 3);
});

test('the public page comes with its first picture where its data are known, and to be used only later', async () => {
  const templates = await PageTemplates.read(folder);
  const data = { hash: 'abc', page: { name: 'Анна', timeZone: 'Europe/Moscow' }, slots: null };
  const end = '<div id="root" inert><h1>$& Europe/Moscow</h1></div>';
  assert.ok(htmlOf(templates?.booking(data, '')).endsWith(end));
  assert.ok(htmlOf(templates?.blankBooking('')).endsWith('<div id="root"></div>'));
});

test('of pages without data each name has its own, also when many were asked for', async () => {
  const templates = await PageTemplates.read(folder);
  for (let round = 0; round < 2; round += 1) {
    for (let at = 0; at < 120; at += 1) {
      assert.ok(htmlOf(templates?.blankBooking(`Анна ${at}`)).startsWith(`<title>Анна ${at}</title>`));
    }
  }
});

test('without a built web there are no pages', async () => {
  assert.equal(await PageTemplates.read(join(folder, 'nowhere')), null);
});
