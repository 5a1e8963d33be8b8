import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import { createLog } from '#server/ground/process/log.ts';
import { composeMessage } from '#server/ground/mail/compose-message.ts';
import { folderTransport } from '#server/ground/mail/folder-transport.ts';
import { mailFolder } from '#server/ground/mail/letter-files.ts';
import { registerMailbox, whereLettersGo } from '#server/ground/mail/mailbox.ts';
import { listLetters } from '#server/ground/mail/read-letters.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { openTestDatabase, type TestDatabase } from '#proofs/support/engines.ts';
import { openTestServer } from '#proofs/support/test-server.ts';

const now = Temporal.Instant.from('2026-11-18T09:41:00Z');
const LINK = 'http://127.0.0.1:8090/auth/verify#token=ey.J.x';
const LETTER = {
  subject: 'Подтвердите email — Кабинет, и это длинная тема, которая не помещается в одну строку',
  title: 'Заголовок <script>',
  paragraphs: ['Ёлка & «кавычки»'],
  action: { label: 'Подтвердить email', url: LINK },
  notes: [],
};

async function writeLetters(data: TestDatabase, logged: string[] = []): Promise<void> {
  const context = await mailContext(data.db, data.config, { now }, logged);
  const transport = folderTransport(mailFolder(data.config.dataDir), context.log);
  for (const [index, to] of ['first@example.org', 'second@example.org'].entries()) {
    const row = { message_id: String(index).repeat(32), created: `2026-11-18 09:41:0${index}.000Z` };
    const message = await composeMessage({ to, letter: LETTER }, row, data.config.mailFrom, now);
    assert.deepEqual(await transport.send(message, AbortSignal.timeout(1000)), { outcome: 'sent', reason: 'folder' });
    await transport.send(message, AbortSignal.timeout(1000));
  }
}

const MAILBOX = '/_mail/key-of-this-start';

async function openMailbox(data: TestDatabase, changes: Partial<Config> = {}): Promise<FastifyInstance> {
  const app = Fastify({ trustProxy: ['127.0.0.1'] });
  await registerMailbox(app, { ...data.config, ...changes }, 'key-of-this-start');
  return app;
}

test('a letter is a file for its owner alone, written once however often it is sent, and read as it was meant', async () => {
  await using data = await openTestDatabase('sqlite');
  const logged: string[] = [];
  await writeLetters(data, logged);
  const folder = mailFolder(data.config.dataDir);
  const letters = await listLetters(folder);
  assert.deepEqual(
    letters.map(({ to }) => to),
    ['second@example.org', 'first@example.org'],
  );
  for (const { subject, text, name } of letters) {
    assert.equal(subject, LETTER.subject);
    assert.ok(text.includes(LETTER.paragraphs[0] ?? '') && text.includes(LINK));
    assert.equal((await stat(join(folder, `${name}.eml`))).mode & 0o777, 0o600);
  }
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  const log = logged.join('');
  assert.ok(log.includes('.eml') && !log.includes('example.org') && !log.includes('token='));
});

test('AUTH-01 /_mail lists the letters and shows each with a link that can be clicked', async () => {
  await using data = await openTestDatabase('sqlite');
  await using app = await openMailbox(data);
  assert.match((await app.inject(MAILBOX)).body, /Писем пока нет/);
  await writeLetters(data);
  const list = await app.inject(MAILBOX);
  assert.match(list.body, /18\.11\.2026 \d\d:41/);
  assert.match(
    list.body,
    /<li><a href="\/_mail\/key-of-this-start\/[^"]+">Подтвердите email[^<]*<\/a>second@example\.org/,
  );
  const [, path = ''] = /<li><a href="(\/_mail\/[^"]+)"/.exec(list.body) ?? [];
  const letter = await app.inject(path);
  assert.ok(letter.body.includes(`<a href="${LINK.replace('127.0.0.1:8090', 'localhost:80')}">`));
  assert.ok(letter.body.includes('Заголовок &lt;script&gt;'));
  const html = await app.inject(`${path}/html`);
  assert.ok(html.body.includes(`href="${LINK}"`));
  for (const { headers } of [list, letter, html]) {
    assert.match(String(headers['content-security-policy']), /^default-src 'none'.*frame-ancestors 'none'/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
  }
});

test('a caller without the key reads where it is, and not what it is', async () => {
  await using data = await openTestDatabase('sqlite');
  await using app = await openMailbox(data);
  await writeLetters(data);
  const { statusCode, body } = await app.inject('/_mail');
  assert.equal(statusCode, 200);
  assert.match(body, /программа напечатала при запуске/);
  assert.doesNotMatch(body, /key-of|example\.org|<a /);
  const [newest] = await listLetters(mailFolder(data.config.dataDir));
  for (const key of ['', 'x', 'key-of-this-star', 'key-of-this-start-and-more', 'KEY-OF-THIS-START', newest?.name]) {
    for (const url of [`/_mail/${key}`, `/_mail/${key}/${newest?.name}`, `/_mail/${key}/${newest?.name}/html`]) {
      assert.equal((await app.inject(url)).statusCode, 404, url);
    }
  }
});

test('each start has a key of its own, and the log does not learn it', async () => {
  const keys: string[] = [];
  for (let start = 0; start < 2; start += 1) {
    const logged: string[] = [];
    const log = createLog({ logLevel: 'trace' }, { write: (line) => void logged.push(line) });
    await using server = await openTestServer('sqlite', { replace: { log } });
    const { mailboxKey } = server;
    for (const path of ['', '/x', '/x/html']) {
      await server.app.inject({ url: `/_mail/${mailboxKey}${path}`, headers: { host: '127.0.0.1' } });
    }
    assert.ok(logged.some((line) => line.includes('/_mail/:key')));
    assert.ok(!logged.some((line) => line.includes(mailboxKey)));
    assert.match(mailboxKey, /^\w{32}$/);
    keys.push(mailboxKey);
  }
  assert.notEqual(keys[0], keys[1]);
});

test('the person who starts the program learns where letters go', async () => {
  await using data = await openTestDatabase('sqlite');
  const config = { ...data.config, publicUrl: 'http://127.0.0.1:8090', smtpUrl: null };
  const told = (changes: Partial<Config>) => whereLettersGo({ ...config, ...changes }, 'key');
  assert.match(told({}), /http:\/\/127\.0\.0\.1:8090\/_mail\/key\n$/);
  assert.match(told({ publicUrl: 'https://kabinet.example' }), /^No letter .* SMTP_URL/);
  assert.equal(told({ smtpUrl: 'smtp://mail.example' }), '');
});

test('/_mail does not exist for callers from elsewhere, behind a proxy or under another name', async () => {
  await using data = await openTestDatabase('sqlite');
  await using app = await openMailbox(data);
  await writeLetters(data);
  const [newest] = await listLetters(mailFolder(data.config.dataDir));
  const strangers: InjectOptions[] = [
    { remoteAddress: '203.0.113.7' },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { forwarded: 'for=127.0.0.1' } },
    { headers: { 'x-real-ip': '127.0.0.1' } },
    { headers: { 'cf-connecting-ip': '203.0.113.7' } },
    { headers: { 'true-client-ip': '203.0.113.7' } },
    { headers: { 'fastly-client-ip': '203.0.113.7' } },
    { headers: { 'x-forwarded-server': 'proxy' } },
    { headers: { host: 'rebound.example:8090' } },
    { headers: { 'sec-fetch-site': 'cross-site' } },
    { headers: { 'sec-fetch-site': 'same-site' } },
  ];
  const pages = [MAILBOX, `${MAILBOX}/${newest?.name}`, `${MAILBOX}/${newest?.name}/html`];
  for (const stranger of strangers) {
    for (const url of ['/_mail', ...pages]) {
      assert.equal((await app.inject({ url, ...stranger })).statusCode, 404, JSON.stringify(stranger));
    }
  }
  for (const site of ['none', 'same-origin']) {
    for (const url of pages) {
      assert.equal((await app.inject({ url, headers: { 'sec-fetch-site': site } })).statusCode, 200, site);
    }
  }
  for (const name of ['..%2F..%2Fsecrets.json', 'secrets', `${'0'.repeat(17)}-${'a'.repeat(32)}`]) {
    assert.equal((await app.inject(`${MAILBOX}/${name}`)).statusCode, 404);
  }
});

test('/_mail does not exist on an installation for others, or with a mail server', async () => {
  await using data = await openTestDatabase('sqlite');
  await writeLetters(data);
  for (const changes of [{ publicUrl: 'https://kabinet.example' }, { smtpUrl: 'smtp://127.0.0.1' }]) {
    await using app = await openMailbox(data, changes);
    for (const url of ['/_mail', MAILBOX]) assert.equal((await app.inject(url)).statusCode, 404);
  }
});
