import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListResult, RecordModel } from 'pocketbase';
import type { AllClientsMoney, ClientMoney, PricedSessions, SessionMoney, YearMoney } from '#domain/money/money.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import { onServerWith, refusalOf, settle, UNLIMITED } from '#proofs/support/test-server.ts';

interface Paid {
  payment: RecordModel;
  session: SessionMoney;
  made: boolean;
}

onServerWith({ replace: { limits: UNLIMITED } }, (server) => {
  const open = async (price: number | null = 350_000) => {
    const practice = await server.practitioner(LICENSED);
    const { pb } = practice;
    const profile = await pb.collection('profiles').getFirstListItem('');
    const rules = (values: object) => pb.collection('profiles').update(profile.id, values);
    await rules({ price });
    let people = 0;
    const client = (values: object = {}) => {
      people += 1;
      return pb
        .collection('clients')
        .create({ name: `Клиент ${people}`, phone: `+7 916 204-18-${people + 10}`, ...values });
    };
    const held = ({ id }: { id: string }, date: string, values: object = {}) =>
      pb.collection('sessions').create({ client: id, date, status: 'completed', allowOverlap: true, ...values });
    const pay = ({ id }: { id: string }, amount: number, values: object = {}) =>
      pb.collection('payments').create({ client: id, amount, paid_on: '2026-11-01', ...values });
    const money = async (query: string) =>
      (await pb.send<{ items: SessionMoney[] }>(`/api/money/sessions?${query}`, {})).items;
    const press = (id: string, body: object = {}) =>
      pb.send<Paid>(`/api/sessions/${id}/paid`, { method: 'POST', body });
    const prices = (body: object) => pb.send<PricedSessions>('/api/money/prices', { method: 'POST', body });
    const wholeYear = (query: string) => pb.send<YearMoney>(`/api/money${query}`, {});
    const year = async (query = '') => (await wholeYear(query)).months;
    const clients = (query = '') =>
      pb.send<ListResult<ClientMoney> & AllClientsMoney>(`/api/money/clients${query}`, {});
    const csv = async (query: string) => {
      const response = await fetch(pb.buildURL(`/api/money/export?${query}`), {
        headers: { authorization: pb.authStore.token },
      });
      return {
        status: response.status,
        text: Buffer.from(await response.arrayBuffer()).toString(),
        type: response.headers.get('content-type'),
      };
    };
    return { ...practice, rules, client, held, pay, money, press, prices, wholeYear, year, clients, csv };
  };
  const refused = async (call: Promise<unknown>) => {
    const { status, codes } = await refusalOf(call);
    return { status, codes };
  };
  const invalid = (field: string) => ({ status: 400, codes: { [field]: 'validation_invalid_value' } });

  test('MONEY-04 sessions say what is due and paid, of a client or by their ids', async () => {
    const { client, held, pay, money, pb } = await open();
    const [anna, boris] = [await client(), await client({ price: 100 })];
    const second = await held(anna, '2026-10-09 09:00:00.000Z');
    const first = await held(anna, '2026-10-02 09:00:00.000Z');
    const his = await held(boris, '2026-10-05 09:00:00.000Z');
    await pay(anna, 400_000);
    const [paid, part] = [
      { id: first.id, price: 350_000, due: 0, paid: 350_000, state: 'paid' },
      { id: second.id, price: 350_000, due: 300_000, paid: 50_000, state: 'part' },
    ];
    assert.deepEqual(await money(`client=${anna.id}`), [paid, part]);
    const due = { id: his.id, price: 100, due: 100, paid: 0, state: 'due' };
    assert.deepEqual(await money(`ids=${second.id},${his.id},${first.id},x,${'y'.repeat(15)}`), [paid, due, part]);
    assert.deepEqual(await money(`client=${'y'.repeat(15)}`), []);
    for (const query of ['', `ids=${first.id}&client=${anna.id}`, `ids=${Array(201).fill('x').join(',')}`]) {
      assert.deepEqual(await refused(money(query)), invalid('ids'), query.slice(0, 40));
    }
    await pb.send(`/api/clients/${boris.id}/erase`, { method: 'POST', body: { reason: 'request' } });
    assert.deepEqual(await money(`ids=${his.id}`), [{ id: his.id, price: 100, due: 0, paid: 0, state: 'none' }]);
    const stranger = await open();
    assert.deepEqual(await stranger.money(`ids=${first.id}`), []);
  });

  test('MONEY-03 «Оплачено» pays the rest of a session once, however often it is pressed', async () => {
    const { client, held, pay, press, pb } = await open();
    const anna = await client({ pay_way: 'cash' });
    const session = await held(anna, '2026-10-02 09:00:00.000Z');
    await pay(anna, 50_000);
    // Two windows, each 64 times, 16 of them at once.
    const answers: Paid[] = [];
    for (let at = 0; at < 4; at += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 32 }, () => press(session.id)))));
    }
    assert.equal(new Set(answers.map(({ payment }) => payment.id)).size, 1);
    assert.equal(answers.filter(({ made }) => made).length, 1);
    const { payment, session: money } = answers.at(-1) ?? {};
    assert.deepEqual(
      [payment?.['amount'], payment?.['way'], payment?.['paid_on'], payment?.['session'], payment?.collectionName],
      [300_000, 'cash', '2026-11-21', session.id, 'payments'],
    );
    assert.deepEqual(money, { id: session.id, price: 350_000, due: 0, paid: 350_000, state: 'paid' });
    assert.equal((await pb.collection('payments').getFullList()).length, 2);

    const other = await held(anna, '2026-10-03 09:00:00.000Z');
    const said = await press(other.id, { way: 'card', paid_on: '2026-10-04' });
    assert.deepEqual([said.payment['way'], said.payment['paid_on']], ['card', '2026-10-04']);
  });

  test('MONEY-03 a press of a window that shows how it was pays what is due now, or says that it made no payment', async () => {
    const { client, held, pay, press, pb } = await open();
    const [anna, boris] = [await client(), await client()];
    const [first, second] = [
      await held(anna, '2026-10-02 09:00:00.000Z'),
      await held(anna, '2026-10-09 09:00:00.000Z'),
    ];
    const made = await press(first.id, { paid_on: '2026-11-20' });
    await pb.collection('sessions').update(first.id, { price: 400_000 });
    const raised = await press(first.id);
    assert.deepEqual([raised.made, raised.payment['amount'], raised.session.due], [true, 50_000, 0]);
    assert.deepEqual(await press(first.id), { ...raised, made: false }, 'the newest');

    // The payment now names the other session; the first one is due again.
    await pb.collection('payments').update(made.payment.id, { session: second.id });
    assert.deepEqual(await press(second.id).then((one) => [one.made, one.payment.id]), [false, made.payment.id]);
    const again = await press(first.id);
    assert.deepEqual([again.made, again.payment['amount'], again.session.paid], [true, 350_000, 400_000]);

    // A part was typed by hand, money on account pays the rest.
    const third = await held(boris, '2026-10-02 09:00:00.000Z');
    const part = await pay(boris, 50_000, { session: third.id });
    await pay(boris, 300_000);
    const covered = await press(third.id);
    assert.deepEqual([covered.made, covered.payment.id, covered.session.state], [false, part.id, 'paid']);
    await pb.collection('payments').delete(part.id);
    const rest = await press(third.id);
    assert.deepEqual([rest.made, rest.payment['amount']], [true, 50_000]);
    await pb.collection('payments').update(rest.payment.id, { session: '' });
    assert.deepEqual(await refused(press(third.id)), { status: 409, codes: { session: 'nothing_due' } });
  });

  test('MONEY-03 where nothing is due and no payment names the session, the press is refused', async () => {
    const { client, held, pay, press, pb } = await open();
    const anna = await client();
    await pay(anna, 350_000);
    const session = await held(anna, '2026-10-02 09:00:00.000Z');
    const planned = await held(anna, '2026-12-02 09:00:00.000Z', { status: 'scheduled' });
    const nothing = { status: 409, codes: { session: 'nothing_due' } };
    for (const { id } of [session, planned]) assert.deepEqual(await refused(press(id)), nothing);
    assert.deepEqual(await refused(press('y'.repeat(15))), { status: 404, codes: {} });
    const later = await held(anna, '2026-10-03 09:00:00.000Z');
    assert.deepEqual(await refused(press(later.id, { paid_on: '2026-11-22' })), {
      status: 400,
      codes: { paid_on: 'validation_invalid_value' },
    });
    assert.deepEqual(await refused(press(later.id, { way: 'bitcoin' })), invalid('way'));
    assert.deepEqual(await refused((await open()).press(later.id)), { status: 404, codes: {} });
    assert.equal((await pb.collection('payments').getFullList()).length, 1);
  });

  test('MONEY-01 past sessions without a price get one when that is confirmed, and once', async () => {
    const { client, held, prices, rules, money } = await open(null);
    const [anna, boris] = [await client(), await client()];
    // Midnight of 10 October in Moscow.
    await held(anna, '2026-10-09 20:59:00.000Z');
    const at = await held(anna, '2026-10-09 21:00:00.000Z');
    await held(anna, '2026-10-11 09:00:00.000Z', { status: 'canceled', outcome: 'no_show' });
    await held(anna, '2026-10-12 09:00:00.000Z', { status: 'canceled' });
    await held(anna, '2026-10-13 09:00:00.000Z', { status: 'scheduled' });
    await held(anna, '2026-10-14 09:00:00.000Z', { price: 0 });
    await held(boris, '2026-10-15 09:00:00.000Z');
    assert.deepEqual(await prices({ from: '2026-10-10' }), { sessions: 0, sum: 0 }, 'no price holds');
    await rules({ price: 350_000 });
    assert.deepEqual(await prices({ from: '2026-10-10' }), { sessions: 3, sum: 1_050_000 });
    assert.deepEqual(await prices({ from: '2026-10-10', client: anna.id }), { sessions: 2, sum: 700_000 });
    assert.deepEqual(
      (await money(`client=${anna.id}`)).map(({ state }) => state),
      ['none', 'none', 'canceled', 'canceled', 'planned', 'free'],
    );
    assert.deepEqual(await prices({ from: '2026-10-10', client: anna.id, confirm: true }), {
      sessions: 2,
      sum: 700_000,
    });
    assert.deepEqual(await prices({ from: '2026-10-10', client: anna.id, confirm: true }), { sessions: 0, sum: 0 });
    const [, priced] = await money(`client=${anna.id}`);
    assert.deepEqual(priced, { id: at.id, price: 350_000, due: 350_000, paid: 0, state: 'due' });
    assert.deepEqual(await refused(prices({})), { status: 400, codes: { from: 'validation_required' } });
    assert.deepEqual(await refused(prices({ from: '2026-02-30' })), {
      status: 400,
      codes: { from: 'validation_invalid_format' },
    });
    assert.deepEqual(await refused(prices({ from: '2026-01-01', client: 'x' })), {
      status: 400,
      codes: { client: 'validation_missing_rel_records' },
    });
  });

  test('MONEY-06 MONEY-08 a year says by month what came, what was held, and who came and went', async () => {
    const { client, held, pay, wholeYear, year, rules } = await open();
    assert.equal((await wholeYear('')).first_month, '');
    const [anna, boris, vera] = [await client(), await client(), await client()];
    await held(anna, '2025-10-30 09:00:00.000Z', { status: 'canceled' });
    // December in Moscow.
    await held(anna, '2025-11-30 21:30:00.000Z');
    await held(anna, '2026-02-03 09:00:00.000Z', { duration: 90 });
    await held(anna, '2026-02-10 09:00:00.000Z', { status: 'canceled', outcome: 'late' });
    await held(anna, '2026-02-11 09:00:00.000Z', { status: 'canceled', outcome: 'no_show' });
    await held(anna, '2026-02-12 09:00:00.000Z', { status: 'canceled' });
    await held(anna, '2026-02-13 09:00:00.000Z', { waived: true });
    await pay(boris, 200, { meetings: 3, paid_on: '2026-03-01' });
    for (const day of ['02', '03']) await held(boris, `2026-03-${day} 09:00:00.000Z`);
    await held(boris, '2026-12-03 09:00:00.000Z', { status: 'scheduled' });
    await held(vera, '2026-11-10 09:00:00.000Z');
    await pay(anna, 350_000, { paid_on: '2026-02-28' });
    await pay(anna, -50_000, { paid_on: '2026-02-28' });
    const empty = {
      received: 0,
      held: 0,
      sessions: 0,
      minutes: 0,
      canceled_client: 0,
      canceled_practitioner: 0,
      late: 0,
      no_show: 0,
      new_clients: 0,
      ended_clients: 0,
    };
    const february = {
      ...empty,
      month: '2026-02',
      received: 300_000,
      held: 350_000,
      sessions: 2,
      minutes: 150,
      canceled_practitioner: 1,
      late: 1,
      no_show: 1,
      ended_clients: 1,
    };
    const expected = Array.from({ length: 12 }, (_, at) => ({
      ...empty,
      month: `2026-${String(at + 1).padStart(2, '0')}`,
    }));
    expected[1] = february;
    expected[2] = { ...empty, month: '2026-03', received: 200, held: 132, sessions: 2, minutes: 120, new_clients: 1 };
    expected[10] = { ...empty, month: '2026-11', held: 350_000, sessions: 1, minutes: 60, new_clients: 1 };
    assert.deepEqual(await year('?year=2026'), expected);
    assert.deepEqual(await year(), expected);
    await rules({ late_paid: true, no_show_paid: true });
    assert.equal((await year())[1]?.held, 350_000 * 3);
    assert.equal((await year('?year=2025'))[11]?.new_clients, 1);
    for (const query of ['', '?year=2024', '?year=2025']) {
      assert.equal((await wholeYear(query)).first_month, '2025-12', query);
    }
    for (const wrong of ['?year=26', '?year=abcd', '?year=9999', '?year=-2026']) {
      assert.deepEqual(await refused(year(wrong)), invalid('year'), wrong);
    }
  });

  test('MONEY-08 a client has ended 28 days after the last session, unless one is planned since, of the next year too', async () => {
    const { client, held, year, pb } = await open(null);
    const ended = async () => (await year('?year=2026')).map((one) => one.ended_clients).join(' ');
    const [anna, boris, vera, gleb] = [await client(), await client(), await client(), await client()];
    // Around midnight of 25 October in Moscow; the day of the test is 21 November.
    await held(anna, '2026-10-24 20:59:59.000Z');
    await held(boris, '2026-10-24 21:00:00.000Z');
    await held(vera, '2026-05-05 09:00:00.000Z');
    const planned = await held(vera, '2027-01-12 09:00:00.000Z', { status: 'scheduled' });
    await held(gleb, '2026-05-05 09:00:00.000Z');
    await held(gleb, '2026-05-12 09:00:00.000Z', { status: 'reserved' });
    assert.equal(await ended(), '0 0 0 0 0 0 0 0 0 1 0 0');
    await pb.collection('sessions').update(planned.id, { status: 'canceled' });
    assert.equal(await ended(), '0 0 0 0 1 0 0 0 0 1 0 0');
  });

  test('MONEY-06 who owes comes by the day since when, with everybody who paid behind, archived ones too', async () => {
    const { client, held, pay, clients } = await open();
    const [anna, boris, vera, gleb] = [
      await client({ pay_way: 'cash' }),
      await client({ archived: true }),
      await client(),
      await client(),
    ];
    await held(anna, '2026-10-09 09:00:00.000Z');
    await held(boris, '2026-10-02 21:30:00.000Z');
    await pay(boris, 50_000);
    await pay(vera, 900, { meetings: 10, until: '2026-12-31' });
    await held(gleb, '2026-10-02 09:00:00.000Z', { waived: true });
    const none = {
      pay_way: '',
      due: 0,
      paid: 0,
      balance: 0,
      since: '',
      package: null,
      prepaid: { meetings: 0, amount: 0 },
    };
    const all = [
      { client: boris.id, ...none, due: 300_000, paid: 50_000, since: '2026-10-03' },
      { client: anna.id, ...none, pay_way: 'cash', due: 350_000, since: '2026-10-09' },
      {
        client: vera.id,
        ...none,
        balance: 900,
        package: { used: 0, of: 10, until: '2026-12-31' },
        prepaid: { meetings: 10, amount: 900 },
      },
    ];
    assert.deepEqual((await clients()).items, all);
    assert.deepEqual((await clients('?owing=true')).items, all.slice(0, 2));
    const page = await clients('?perPage=1&page=2');
    assert.deepEqual([page.items, page.totalItems, page.totalPages, page.due], [[all[1]], 3, 3, 650_000]);
    for (const one of all) {
      const { items, totalItems, due } = await clients(`?client=${one.client}`);
      assert.deepEqual([items, totalItems, due], [[one], 1, one.due]);
    }
    assert.deepEqual((await clients(`?owing=true&client=${vera.id}`)).items, []);
    for (const nobody of [gleb.id, 'x', 'y'.repeat(15)]) {
      assert.deepEqual((await clients(`?client=${nobody}`)).items, [], nobody);
    }
    assert.deepEqual((await (await open()).clients(`?client=${anna.id}`)).items, [], 'a stranger');
    assert.deepEqual(await refused(clients('?owing=maybe')), invalid('owing'));
  });

  test('MONEY-06 the tables of a year add up in a spreadsheet, and an export stands in the journal', async () => {
    const { client, held, pay, csv, pb } = await open();
    const anna = await client({ name: '=Анна' });
    const session = await held(anna, '2026-10-02 21:30:00.000Z', { duration: 90 });
    await held(anna, '2026-10-09 09:00:00.000Z', { status: 'canceled', outcome: 'late', price: null });
    await held(anna, '2026-12-31 20:00:00.000Z', { status: 'scheduled' });
    await held(anna, '2026-12-31 21:00:00.000Z', { status: 'scheduled' });
    await pay(anna, 350_050, { session: session.id, note: 'Спасибо; "да"', receipt: true });
    await pay(anna, -50, { paid_on: '2026-11-02', way: 'other' });
    await pay(anna, 100, { paid_on: '2026-11-03', meetings: 4 });
    await pay(anna, 1, { paid_on: '2025-12-31' });
    const { text, type } = await csv('year=2026&of=payments');
    assert.equal(type, 'text/csv; charset=utf-8');
    assert.equal(
      text,
      [
        '\uFEFFДата;Клиент;Сумма;Способ;Сессия;Встреч;Чек;Примечание',
        `01.11.2026;'=Анна;3500,50;перевод;03.10.2026 00:30;;да;"Спасибо; ""да"""`,
        `02.11.2026;'=Анна;-0,50;другое;;;нет;`,
        `03.11.2026;'=Анна;1,00;перевод;;4;нет;`,
        '',
      ].join('\r\n'),
    );
    assert.equal(
      (await csv('of=sessions')).text,
      [
        '\uFEFFДата;Время;Клиент;Минут;Статус;Цена;Оплачено',
        `03.10.2026;00:30;'=Анна;90;Состоялась;3500,00;3500,00`,
        `09.10.2026;12:00;'=Анна;60;Поздняя отмена;3500,00;0,00`,
        `31.12.2026;23:00;'=Анна;60;Запланирована;3500,00;0,00`,
        '',
      ].join('\r\n'),
    );
    const journal = await pb.send<{ items: { action: string; subject: string }[] }>('/api/journal', {});
    const exports = journal.items.flatMap(({ action, subject }) => (action === 'export' ? subject : []));
    assert.deepEqual(exports, ['sessions', 'payments']);
    for (const query of ['', 'of=clients']) assert.equal((await csv(query)).status, 400, query);
    assert.equal((await csv('of=sessions&year=1')).status, 400);
  });

  test('MONEY-03 presses in two windows beside a payment typed by hand never pay more than is due twice', async () => {
    const { client, held, pay, press, money } = await open();
    const anna = await client();
    const session = await held(anna, '2026-10-02 09:00:00.000Z');
    const { passed } = await settle([
      press(session.id),
      pay(anna, 350_000, { session: session.id }),
      press(session.id),
    ]);
    assert.equal(passed, 3);
    const [settled] = await money(`ids=${session.id}`);
    assert.equal(settled?.state, 'paid');
  });
});
