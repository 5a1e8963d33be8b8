import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LetterPreview } from '#domain/letters/letter.ts';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { NOON } from '#proofs/support/test-server.ts';

const TEN = '2026-12-01 07:00:00.000Z';
const PAY = { pay_in_letters: 1, pay_text: 'Перевод по номеру', pay_link: 'https://bank.example/anna', price: 350_000 };
const LINE = 'Как оплатить встречу (3\u00A0500\u00A0₽): Перевод по номеру https://bank.example/anna';

forEachEngine((engine) => {
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());

  const open = async (profile: object = {}, created = '2026-11-01 09:00:00.000Z') => {
    office.server.clock.now = NOON;
    const practice = await office.practitioner({ ...PAY, ...profile });
    await office.server.context.db.write(
      async ({ trx }) =>
        void (await trx.updateTable('users').set({ created }).where('id', '=', practice.owner).execute()),
    );
    const { pb } = practice;
    const client = await practice.client();
    /** Returns what the letter after a change says about payment. */
    const told = async (press: () => Promise<unknown>) => {
      const count = office.taken().length;
      await press();
      await office.advance({ minutes: 5 });
      const [letter, ...more] = office.taken().slice(count);
      assert.deepEqual(more, []);
      assert.doesNotMatch(`${letter?.subject}${letter?.calendar}`, /оплат|₽|bank/i);
      return (letter?.text ?? '').split('\n').filter((line) => /оплат|₽|bank/i.test(line));
    };
    const plan = () => practice.session(client, TEN);
    return { pb, client, told, plan };
  };

  test('MONEY-07 a letter about a meeting says how to pay and its price, until it is paid in advance', async () => {
    const { pb, client, told, plan } = await open();
    let id = '';
    assert.deepEqual(await told(async () => void (id = await plan())), [LINE]);
    assert.deepEqual(await told(() => pb.collection('sessions').update(id, { price: 50 })), []);
    const move = (day: string) => () => pb.collection('sessions').update(id, { date: `2026-12-${day} 07:00:00.000Z` });
    assert.deepEqual(await told(move('02')), [LINE.replace('3\u00A0500', '0,50')]);
    await pb.collection('payments').create({ client, amount: 100 });
    assert.deepEqual(await told(move('03')), []);
    assert.deepEqual(await told(() => pb.collection('sessions').update(id, { status: 'canceled' })), []);
  });

  test('MONEY-07 nothing of money stands in letters unless that is switched on, and no word that they may not carry', async () => {
    const off = await open({ pay_in_letters: 0 });
    assert.deepEqual(await off.told(off.plan), []);
    const free = await open({ price: 0 });
    assert.deepEqual(await free.told(free.plan), []);
    const priceless = await open({ price: null, pay_link: '' });
    assert.deepEqual(await priceless.told(priceless.plan), ['Как оплатить встречу: Перевод по номеру']);
    const word = await open({ pay_text: 'Центр психологии', pay_link: '' });
    assert.deepEqual(await word.told(word.plan), []);
    const young = await open({}, '2026-11-21 08:00:00.000Z');
    assert.deepEqual(await young.told(young.plan), [LINE.replace(` ${PAY.pay_link}`, '')]);
  });

  test('MONEY-07 the visit’s page says it too, a preview with the usual price', async () => {
    const { pb, client, plan } = await open({ pay_text: 'Центр психологии' });
    const id = await plan();
    const { url } = await pb.send<{ url: string }>(`/api/sessions/${id}/visit-link`, { method: 'POST' });
    const [, token = ''] = url.split('#token=');
    const pay = async () =>
      (await office.server.visitor().send<VisitPage>('/api/visit', { method: 'POST', body: { token } })).pay;
    assert.deepEqual(await pay(), { text: 'Центр психологии', link: PAY.pay_link, sum: '3\u00A0500\u00A0₽' });
    const { id: payment } = await pb.collection('payments').create({ client, amount: 350_000 });
    assert.equal(await pay(), null);
    await pb.collection('payments').delete(payment);
    await pb.collection('sessions').update(id, { status: 'canceled' });
    assert.equal(await pay(), null);
    const preview = (kind: string) =>
      pb.send<LetterPreview>('/api/letters/preview', { method: 'POST', body: { kind } });
    const reminder = await preview('session-reminder');
    assert.match(reminder.paragraphs.join('\n'), /Как оплатить встречу \(3\u00A0500\u00A0₽\): https:\/\/bank/);
    assert.deepEqual(reminder.pay, { text: 'Центр психологии', link: PAY.pay_link, amount: 350_000 });
    const cancelled = await preview('session-cancelled');
    assert.doesNotMatch(cancelled.paragraphs.join('\n'), /оплат/);
    assert.equal(cancelled.pay, null);
  });
});
