import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordModel } from 'pocketbase';
import { onServer, refusalOf, type TestPractitioner } from '#proofs/support/test-server.ts';

const PAST = '2026-11-16 07:00:00.000Z';

onServer((server) => {
  const open = async (price: number | null = null) => {
    const practice = await server.practitioner();
    const { pb } = practice;
    const profile = await pb.collection('profiles').getFirstListItem('');
    const rules = (values: object) => pb.collection('profiles').update(profile.id, values);
    await rules({ price });
    const client = await pb.collection('clients').create({ name: 'Мария', phone: '+7 916 204-18-35' });
    return { ...practice, client, rules };
  };
  let hour = 0;
  /** Each an hour after the one before. */
  const session = ({ pb }: Pick<TestPractitioner, 'pb'>, client: RecordModel, values: object = {}) => {
    hour += 1;
    const date = Temporal.Instant.from('2026-10-01T00:00:00Z').add({ hours: hour }).toString();
    return pb.collection('sessions').create({ client: client.id, date, ...values });
  };
  const codes = async (call: Promise<unknown>) => (await refusalOf(call)).codes;

  test('MONEY-01 a session keeps the price that it had when it was held', async () => {
    const practice = await open(350_000);
    const { pb, client, rules } = practice;
    const sessions = pb.collection('sessions');
    const one = await session(practice, client);
    assert.deepEqual([one['price'], one['waived']], [null, false], 'what is ahead inherits');
    assert.equal((await sessions.update(one.id, { status: 'completed' }))['price'], 350_000);
    await rules({ price: 400_000 });
    assert.equal((await sessions.getOne(one.id))['price'], 350_000);
    assert.equal((await sessions.update(one.id, { status: 'scheduled' }))['price'], 350_000, 'a way back leaves it');
    await pb.collection('clients').update(client.id, { price: 0 });
    assert.equal((await session(practice, client, { status: 'completed' }))['price'], 0, 'free for this client');
    await pb.collection('clients').update(client.id, { price: 100_000 });
    const off = await session(practice, client, { status: 'canceled' });
    assert.equal(off['price'], null);
    assert.equal((await sessions.update(off.id, { outcome: 'no_show' }))['price'], 100_000);
    const own = await session(practice, client, { price: 5, waived: true });
    const held = await sessions.update(own.id, { status: 'completed' });
    assert.deepEqual([held['price'], held['waived']], [5, true]);
  });

  test('MONEY-01 a session that was held without a price has none, whatever is set later', async () => {
    const practice = await open();
    const { pb, client, rules } = practice;
    const one = await session(practice, client, { status: 'completed' });
    await rules({ price: 350_000 });
    const later = await pb.collection('sessions').update(one.id, { news: 'Новость' });
    assert.equal(later['price'], null);
    const late = await pb.collection('sessions').update(one.id, { status: 'canceled', outcome: 'late' });
    assert.equal(late['price'], null, 'held as it was');
    const given = await pb.collection('sessions').update(one.id, { price: 1 });
    assert.equal(given['price'], 1);
    assert.equal((await pb.collection('sessions').update(one.id, { price: null }))['price'], null);
  });

  test('MONEY-01 none is another price than 0, in lists and filters too', async () => {
    const practice = await open();
    const { pb, client } = practice;
    for (const price of [null, 0, 350_000]) await session(practice, client, { price });
    const found = async (filter: string) =>
      (await pb.collection('sessions').getFullList({ filter, sort: 'price' })).map(({ price }) => price as unknown);
    assert.deepEqual(await found(''), [null, 0, 350_000]);
    assert.deepEqual(await found('price = null'), [null]);
    assert.deepEqual(await found('price != null'), [0, 350_000]);
    assert.deepEqual(await found('price = 0'), [0]);
    assert.deepEqual(await found('price < 1'), [0]);
    assert.deepEqual(await found('client.price = null'), [null, 0, 350_000]);
    assert.equal(client['price'], null);
  });

  test('MONEY-01 a price is whole kopecks from 0 to a million rubles', async () => {
    const { pb, client, rules } = await open();
    const number = (code: string) => ({ price: `validation_${code}` });
    for (const [price, code] of [
      [0.5, 'only_int_constraint'],
      [-1, 'min_number_constraint'],
      [100_000_001, 'max_number_constraint'],
      ['3500', 'not_a_number'],
    ] as const) {
      assert.deepEqual(await codes(rules({ price })), number(code), String(price));
      assert.deepEqual(await codes(pb.collection('clients').update(client.id, { price })), number(code));
    }
    assert.equal((await rules({ price: 100_000_000 }))['price'], 100_000_000);
    assert.deepEqual(await codes(rules({ pay_link: 'http://bank.example' })), { pay_link: 'validation_invalid_url' });
    assert.deepEqual(await codes(rules({ pay_text: 'я'.repeat(501) })), { pay_text: 'validation_max_text_constraint' });
    assert.deepEqual(await codes(pb.collection('clients').update(client.id, { pay_way: 'bitcoin' })), {
      pay_way: 'validation_invalid_value',
    });
  });

  test('MONEY-02 the practitioner says «Неявка» and «Поздняя отмена» of a cancelled session alone', async () => {
    const practice = await open();
    const { client } = practice;
    const sessions = practice.pb.collection('sessions');
    const one = await session(practice, client);
    const outcome = async (values: object) => (await sessions.update(one.id, values))['outcome'] as string;
    assert.deepEqual(await codes(outcome({ outcome: 'late' })), { outcome: 'validation_invalid_value' });
    assert.equal(await outcome({ status: 'canceled', outcome: 'late' }), 'late');
    assert.equal(await outcome({ outcome: 'no_show' }), 'no_show');
    assert.equal(await outcome({ outcome: '' }), '');
    for (const named of ['client', 'practitioner']) {
      assert.deepEqual(await codes(outcome({ outcome: named })), { outcome: 'validation_invalid_value' });
    }
    assert.equal(await outcome({ outcome: 'no_show' }), 'no_show');
    assert.equal(await outcome({ status: 'completed', outcome: 'no_show' }), '', 'sent unchanged');
  });

  test('MONEY-04 a payment is of today and by the usual way where nothing else is said', async () => {
    const practice = await open();
    const { pb, client } = practice;
    const payments = pb.collection('payments');
    const first = await payments.create({ client: client.id, amount: 350_000 });
    const { collectionId: _id, collectionName: _name, id: _own, created: _c, updated: _u, ...wire } = first;
    assert.deepEqual(wire, {
      user: practice.owner,
      client: client.id,
      session: '',
      amount: 350_000,
      paid_on: '2026-11-21',
      way: 'transfer',
      meetings: 0,
      until: '',
      receipt: false,
      note: '',
    });
    await pb.collection('clients').update(client.id, { pay_way: 'cash' });
    const body = { id: 'payment00000001', client: client.id, amount: -5, note: ' Вернула ' };
    const refund = await payments.create(body);
    assert.deepEqual([refund['way'], refund['note']], ['cash', 'Вернула']);
    assert.deepEqual(await payments.create(body), refund, 'sent twice');
    const changed = await payments.update(refund.id, { paid_on: '2026-01-31', receipt: true, way: 'card' });
    assert.deepEqual([changed['paid_on'], changed['receipt'], changed['way']], ['2026-01-31', true, 'card']);
    const listed = await payments.getFullList({ sort: '-paid_on', filter: "note ~ 'вернула' || amount > 5" });
    assert.deepEqual(
      listed.map(({ id }) => id),
      [first.id, refund.id],
    );
    await payments.delete(first.id);
    assert.equal((await payments.getFullList()).length, 1);
  });

  test('MONEY-04 what cannot be paid is refused with its field, and changes nothing', async () => {
    const practice = await open();
    const { pb, client } = practice;
    const payments = pb.collection('payments');
    const other = await pb.collection('clients').create({ name: 'Пётр', phone: '+7 916 204-18-36' });
    const [hers, his] = [await session(practice, client), await session(practice, other)];
    const stranger = await (
      await server.practitioner()
    ).pb
      .collection('clients')
      .create({ name: 'Чужая', phone: '+7 916 204-18-37' });
    const refused: [Record<string, unknown>, string, string][] = [
      [{ client: '' }, 'client', 'required'],
      [{ client: stranger.id }, 'client', 'missing_rel_records'],
      [{ amount: 0 }, 'amount', 'required'],
      [{ amount: undefined }, 'amount', 'required'],
      [{ amount: 0.5 }, 'amount', 'only_int_constraint'],
      [{ amount: 100_000_001 }, 'amount', 'max_number_constraint'],
      [{ amount: -100_000_001 }, 'amount', 'min_number_constraint'],
      [{ paid_on: '2026-02-30' }, 'paid_on', 'invalid_format'],
      [{ paid_on: '21.11.2026' }, 'paid_on', 'invalid_format'],
      [{ paid_on: '2026-11-22' }, 'paid_on', 'invalid_value'],
      [{ way: 'bitcoin' }, 'way', 'invalid_value'],
      [{ session: his.id }, 'session', 'invalid_value'],
      [{ session: 'x'.repeat(15) }, 'session', 'missing_rel_records'],
      [{ amount: -1, session: hers.id }, 'session', 'invalid_value'],
      [{ amount: -1, meetings: 2 }, 'meetings', 'invalid_value'],
      [{ meetings: 2, session: hers.id }, 'meetings', 'invalid_value'],
      [{ meetings: 101 }, 'meetings', 'max_number_constraint'],
      [{ meetings: -1 }, 'meetings', 'min_number_constraint'],
      [{ meetings: 1.5 }, 'meetings', 'only_int_constraint'],
      [{ until: '2026-12-01' }, 'until', 'invalid_value'],
      [{ until: '2026-11-20', meetings: 2 }, 'until', 'invalid_value'],
      [{ until: 'завтра', meetings: 2 }, 'until', 'invalid_format'],
      [{ note: 'я'.repeat(501) }, 'note', 'max_text_constraint'],
    ];
    const kept = await payments.create({ client: client.id, amount: 1 });
    for (const [values, field, code] of refused) {
      const expected = { [field]: `validation_${code}` };
      assert.deepEqual(
        await codes(payments.create({ client: client.id, amount: 100, ...values })),
        expected,
        JSON.stringify(values),
      );
      const isMissing = 'amount' in values && values['amount'] === undefined;
      if (!isMissing) assert.deepEqual(await codes(payments.update(kept.id, { amount: 1, ...values })), expected);
    }
    assert.deepEqual(await payments.getFullList(), [kept]);
    assert.ok(await payments.create({ client: client.id, amount: 100, meetings: 100, until: '2026-11-21' }));
    // A payment that moves to another client no longer refers to its session.
    const named = await payments.create({ client: client.id, amount: 100, session: hers.id });
    assert.deepEqual(await codes(payments.update(named.id, { client: other.id })), {
      session: 'validation_invalid_value',
    });
    assert.ok(await payments.update(named.id, { client: other.id, session: '' }));
  });

  test('MONEY-04 a payment stays on account once its session is deleted or another client’s, and when its client is gone', async () => {
    const practice = await open();
    const { pb, client } = practice;
    const payments = pb.collection('payments');
    const other = await pb.collection('clients').create({ name: 'Пётр', phone: '+7 916 204-18-36' });
    const paid = async (note: string) => {
      const { id } = await session(practice, client, { ...(note === 'past' && { date: PAST }) });
      return { session: id, payment: (await payments.create({ client: client.id, session: id, amount: 5, note })).id };
    };
    const [deleted, given] = [await paid('one'), await paid('two')];
    const left = async ({ payment }: { payment: string }) => {
      const row = await payments.getOne(payment);
      return [row['client'], row['session'], row['amount'], row['note']] as const;
    };
    await pb.collection('sessions').delete(deleted.session);
    assert.deepEqual(await left(deleted), [client.id, '', 5, 'one']);
    await pb.collection('sessions').update(given.session, { client: other.id });
    assert.deepEqual(await left(given), [client.id, '', 5, 'two']);
    const last = await paid('past');
    await pb.collection('clients').delete(client.id);
    for (const one of [deleted, given, last]) assert.deepEqual(await left(one), ['', '', 5, '']);
    const journal = await pb.send<{ items: { subject: string }[] }>('/api/journal', {});
    assert.ok(journal.items.some(({ subject }) => subject === 'payments'));
    assert.doesNotMatch(JSON.stringify(journal), /350|"5"/);
    assert.equal((await payments.update(last.payment, { receipt: true }))['receipt'], true);
    // No archive restores it with anything about the person.
    const gone = await pb.collection('clients').create({ name: 'Анна', phone: '+7 916 204-18-38' });
    const held = await session(practice, gone, { date: PAST, status: 'completed' });
    await pb.send(`/api/clients/${gone.id}/erase`, { method: 'POST', body: { reason: 'request' } });
    for (const values of [{ note: 'Вернула' }, { session: held.id }]) {
      const [field = ''] = Object.keys(values);
      assert.deepEqual(await codes(payments.update(last.payment, values)), { [field]: 'validation_invalid_value' });
    }
    assert.deepEqual(await left(last), ['', '', 5, '']);
  });
});
