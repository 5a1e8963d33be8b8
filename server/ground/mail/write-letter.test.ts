import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '#server/ground/context.ts';
import { composeMessage } from '#server/ground/mail/compose-message.ts';
import { letterHtml, letterText, subjectOf } from '#server/ground/mail/render-letter.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { writeAccountLetter } from '#server/ground/mail/write-letter.ts';
import { mail } from '#server/letters.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { forEachEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addBooking, addPractitioner } from '#proofs/support/rows.ts';

const clock = { now: Temporal.Instant.from('2026-11-18T09:41:00Z') };
const ROW = { message_id: 'a'.repeat(32), created: '2026-11-18 09:41:00.000Z' };
const LETTER = {
  subject: 'Тема <b>&',
  title: 'Заголовок <script>alert(1)</script>',
  paragraphs: ['В кабинете и "дома" <img src=x>'],
  action: { label: 'Открыть', url: 'https://k.example/auth?a=1&b=2#token=x' },
  notes: [],
};

const write = (context: Context, kind: string, ids: object) =>
  writeAccountLetter(mail.aboutAccounts, context, { kind, ids: JSON.stringify(ids), address: null });

forEachEngine((engine) => {
  test('PUBLIC-02 BOOK-04 the letter tells the visitor’s time too where their clock shows another', async () => {
    await using data = await openTestDatabase(engine);
    const context = await mailContext(data.db, data.config, clock);
    const owner = await addPractitioner(data.db, {}, { time_zone: 'Europe/Moscow' });
    const sentence = async (time_zone: string, date: string): Promise<string> => {
      const { id } = await addBooking(data.db, owner, { time_zone, date });
      const written = await write(context, 'booking-received', { booking: id });
      const [first] = written?.letter.paragraphs ?? [];
      return typeof first === 'string' ? first : '';
    };
    const nine = '2026-11-23 06:00:00.000Z';
    const told = 'Просят о консультации: понедельник, 23 ноября, 09:00 по вашему времени';
    assert.equal(await sentence('', nine), `${told}.`);
    assert.equal(await sentence('Europe/Minsk', nine), `${told}.`);
    assert.equal(await sentence('Asia/Vladivostok', nine), `${told}, у посетителя 16:00.`);
    assert.equal(
      await sentence('Asia/Vladivostok', '2026-11-23 14:30:00.000Z'),
      'Просят о консультации: понедельник, 23 ноября, 17:30 по вашему времени, у посетителя это вторник, 24 ноября, 00:30.',
    );
  });

  test('BOOK-04 the letter about a request tells the time in the practitioner’s zone and nothing about who comes', async () => {
    await using data = await openTestDatabase(engine);
    const context = await mailContext(data.db, data.config, clock);
    const owner = await addPractitioner(data.db, { email: 'anna@example.org' }, { time_zone: 'Asia/Yekaterinburg' });
    const secrets = { name: 'Олег Смирнов', phone: '+7 916 000-00-01', message: 'панические атаки' };
    const { id } = await addBooking(data.db, owner, { ...secrets, date: '2026-11-23 06:00:00.000Z' });
    const written = await write(context, 'booking-received', { booking: id });
    assert.equal(written?.to, 'anna@example.org');
    const { letter } = written;
    assert.match(letterText(letter), /понедельник, 23 ноября, 11:00 по вашему времени/);
    assert.equal(letter.action?.url, `${data.config.publicUrl}/dashboard/online-booking?request=${id}`);
    for (const form of [letterText(letter), letterHtml(letter), subjectOf(letter)]) {
      for (const secret of Object.values(secrets)) assert.ok(!form.includes(secret));
    }
    await data.db.write(({ trx }) => trx.updateTable('booking').set({ status: 'cancelled' }).execute());
    const answered = await write(context, 'booking-received', { booking: id });
    assert.equal(answered, null);
  });

  test('a letter to an account that is gone, and one of an unknown kind, is not written', async () => {
    await using data = await openTestDatabase(engine);
    const context = await mailContext(data.db, data.config, clock);
    const ids = { user: ownerId('abcdefghijklmno') };
    for (const kind of ['verification', 'password-reset', 'password-changed', 'email-change', 'toString']) {
      assert.equal(await write(context, kind, ids), null);
    }
  });
});

test('letters show what they are told literally', () => {
  const html = letterHtml(LETTER);
  assert.ok(!/<script|<img|<b>/.test(html));
  assert.ok(html.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
  assert.ok(html.includes('href="https://k.example/auth?a=1&amp;b=2#token=x"'));
});

test('an address stands once in the HTML and once in the text', () => {
  const url = 'https://kabinet.example/auth/verify#token=t';
  const letter = { subject: 'Почта', title: 'Почта', paragraphs: [], action: { label: 'Подтвердить', url }, notes: [] };
  // Spam filters take a long visible token for Latin letters among Cyrillic ones, and the same link several times for a
  // trick.
  for (const body of [letterHtml(letter), letterText(letter)]) assert.equal(body.split(url).length - 1, 1);
});

test('an address with line breaks adds neither header nor recipient', async () => {
  const to = 'anna@example.org\r\nBcc: spy@example.org';
  const { raw } = await composeMessage({ to, letter: LETTER }, ROW, 'Кабинет <k@example.org>', clock.now);
  const [head = ''] = raw.toString('utf8').split('\r\n\r\n');
  assert.ok(!/^bcc:/im.test(head));
  assert.equal(head.match(/^to:/gim)?.length, 1);
});

test('a letter sent twice has the same Message-ID and name', async () => {
  const compose = () =>
    composeMessage({ to: 'a@b.example', letter: LETTER }, ROW, 'Кабинет <k@example.org>', clock.now);
  const [one, two] = await Promise.all([compose(), compose()]);
  const idOf = (raw: Buffer) => /^message-id: (.+)$/im.exec(raw.toString('utf8'))?.[1];
  assert.equal(idOf(one.raw), `<${ROW.message_id}@example.org>`);
  assert.equal(idOf(two.raw), idOf(one.raw));
  assert.equal(one.name, two.name);
});
