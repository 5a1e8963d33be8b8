import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import type { BookingPageData } from '#domain/booking/booking.ts';
import { PageTemplates } from '#server/operation/pages/page-templates.ts';
import type { Context } from '#server/ground/context.ts';
import { registerStopPage } from '#server/operation/pages/stop-page.ts';
import { sendPage } from '#server/operation/pages/security-headers.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabinet-pages-'));
  await mkdir(join(folder, 'assets'));
  const html = (title: string) =>
    `<title>${title}</title><!--page-data--><script nonce="__CSP_NONCE__"></script><link nonce="__CSP_NONCE__"><div id="root"></div>`;
  await writeFile(join(folder, 'index.html'), html('Кабинет'));
  await writeFile(join(folder, 'booking.html'), html('Запись'));
  await writeFile(join(folder, 'visit.html'), html('Встреча'));
  await writeFile(
    join(folder, 'first-paint.js'),
    'export const firstPaint = ({ page }) => `<h1>$& ${page.timeZone}</h1>`;',
  );
});
after(() => rm(folder, { recursive: true }));

const NONCE = 'the nonce';
const dataOf = (name: string): BookingPageData => ({
  hash: 'abc',
  page: { name, timeZone: 'Europe/Moscow', consent: null },
  slots: null,
});

async function templatesOf(): Promise<PageTemplates> {
  const templates = await PageTemplates.read(folder);
  assert.ok(templates);
  return templates;
}

test('each response has a nonce of its own, everywhere in the page and in its policy, compressed or not', async () => {
  const { application } = await templatesOf();
  const app = Fastify().get('/', (request, reply) => sendPage(request, reply, 200, application));
  const nonces = new Set<string>();
  for (const coding of ['gzip', 'identity']) {
    const { rawPayload, headers } = await app.inject({ url: '/', headers: { 'accept-encoding': coding } });
    assert.equal(headers['content-encoding'], coding === 'gzip' ? 'gzip' : undefined);
    const html = String(coding === 'gzip' ? gunzipSync(rawPayload) : rawPayload);
    const [, nonce = ''] =
      /script-src 'self' 'nonce-([\w+/]{24})'/.exec(String(headers['content-security-policy'])) ?? [];
    assert.equal(html, application.texts.join(nonce));
    assert.equal(html.split(`nonce="${nonce}"`).length, 3);
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 2);
});

test('the data of the public page cannot end its script, a name cannot end the title or get a nonce', async () => {
  const data = dataOf('</script><script nonce="__CSP_NONCE__">alert(1)</script>$&</title><b>');
  const html = (await templatesOf()).booking(data).texts.join(NONCE);
  const json = /id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  assert.deepEqual(JSON.parse(json), data);
  assert.ok(!json.includes('<'));
  assert.equal(html.match(/<\/title>/g)?.length, 1);
  assert.ok(!html.includes('<b>'));
  assert.equal(html.split(NONCE).length, 3);
});

test('the public page comes with its first paint where its data are known, and to be used only later', async () => {
  const templates = await templatesOf();
  const end = '<div id="root" inert><h1>$& Europe/Moscow</h1></div>';
  assert.ok(templates.booking(dataOf('Анна')).texts.join(NONCE).endsWith(end));
  assert.ok(templates.booking(null).texts.join(NONCE).endsWith('<div id="root"></div>'));
});

test('a page is rendered once for the same data, and each name has its own, also when many were asked for', async () => {
  const templates = await templatesOf();
  for (let round = 0; round < 2; round += 1) {
    for (let at = 0; at < 120; at += 1) {
      const page = templates.booking(dataOf(`Анна ${at}`));
      assert.ok(page.texts.join(NONCE).startsWith(`<title>Анна ${at} — запись`));
      assert.equal(templates.booking(dataOf(`Анна ${at}`)), page);
    }
  }
});

test('without a built web there are no pages', async () => {
  assert.equal(await PageTemplates.read(join(folder, 'nowhere')), null);
});

test('a page that is not built has the typeface of those that are', async () => {
  const face = '@font-face{font-family:Golos;src:url(/assets/golos-cyr-1.woff2)}';
  await writeFile(join(folder, 'visit.html'), `<style>${face}@font-face{font-family:X;src:local(Arial)}</style>`);
  const templates = await templatesOf();
  assert.equal(templates.fontFaces, face);
  const app = Fastify();
  registerStopPage(app, {} as Context, templates.fontFaces);
  assert.ok((await app.inject('/letters/stop/none')).body.includes(face));
});
