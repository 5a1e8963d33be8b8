import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
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

test('each page has a nonce of its own, everywhere in it', async () => {
  const templates = await PageTemplates.read(folder);
  const [first, second] = [templates?.application(), templates?.application()];
  assert.ok(first && second);
  assert.notEqual(first.nonce, second.nonce);
  assert.equal(first.html.split(`nonce="${first.nonce}"`).length, 3);
  assert.ok(!first.html.includes('__CSP_NONCE__'));
});

test('the data of the public page cannot end its script, a name cannot end the title', async () => {
  const templates = await PageTemplates.read(folder);
  const name = '</script><script>alert(1)</script>$&</title><b>';
  const data = { hash: 'abc', page: { name, timeZone: 'Europe/Moscow' }, slots: null };
  const page = templates?.booking(data, name);
  const json = /id="page-data">(.*?)<\/script>/s.exec(page?.html ?? '')?.[1] ?? '';
  assert.deepEqual(JSON.parse(json), data);
  assert.ok(!json.includes('<'));
  assert.equal(page?.html.match(/<\/title>/g)?.length, 1);
  assert.ok(!page.html.includes('<b>'));
});

test('the public page comes with its first picture where its data are known, and to be used only later', async () => {
  const templates = await PageTemplates.read(folder);
  const data = { hash: 'abc', page: { name: 'Анна', timeZone: 'Europe/Moscow' }, slots: null };
  assert.ok(templates?.booking(data, '').html.endsWith('<div id="root" inert><h1>$& Europe/Moscow</h1></div>'));
  assert.ok(templates?.booking(null, '').html.endsWith('<div id="root"></div>'));
});

test('without a built web there are no pages', async () => {
  assert.equal(await PageTemplates.read(join(folder, 'nowhere')), null);
});
