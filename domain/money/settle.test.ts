import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type MoneyPayment, type MoneySession, settle } from '#domain/money/settle.ts';
import { moneyHistories } from '#domain/testing/money-histories.ts';
import { settleByKopecks } from '#domain/testing/settle-by-kopecks.ts';
import { rounds } from '#proofs/support/long-form.ts';

const RUNS = rounds({ short: 400, long: 10_000 });

const TERMS = { price: null, late_paid: false, no_show_paid: false, time_zone: 'Europe/Moscow', today: '2026-03-28' };

const held = (id: string, day: string, values: Partial<MoneySession> = {}): MoneySession => ({
  id,
  date: `2026-03-${day} 09:00:00.000Z`,
  status: 'completed',
  outcome: '',
  price: 100,
  waived: false,
  ...values,
});
const payment = (amount: number, values: Partial<MoneyPayment> = {}): MoneyPayment => ({
  id: 'payment',
  session: '',
  amount,
  paid_on: '2026-03-01',
  created: '2026-03-01 09:00:00.000Z',
  meetings: 0,
  until: '',
  ...values,
});
const package3 = (values: Partial<MoneyPayment> = {}) => payment(200, { id: 'package', meetings: 3, ...values });

function paid(sessions: MoneySession[], payments: MoneyPayment[], terms: Partial<typeof TERMS> = {}): string {
  const { sessions: settled, due, balance } = settle(sessions, payments, { ...TERMS, ...terms });
  return `${settled.map((one) => `${one.state} ${one.paid}`).join(', ')}; ${due} ${balance}`;
}

test('MONEY-04 a payment covers the oldest that is due first, whatever its day', () => {
  const sessions = [held('b', '09'), held('a', '02'), held('c', '16')];
  assert.equal(paid(sessions, [payment(150, { paid_on: '2026-03-20' })]), 'paid 100, part 50, due 0; 150 0');
  assert.equal(settle(sessions, [payment(150)], TERMS).since, '2026-03-09');
  assert.equal(paid(sessions, [payment(350)]), 'paid 100, paid 100, paid 100; 0 50');
  assert.equal(settle(sessions, [payment(350)], TERMS).since, '');
});

test('MONEY-04 one that names a session covers that one first, and waits for one that is planned', () => {
  const planned = held('b', '09', { status: 'scheduled' });
  assert.equal(paid([held('a', '02'), held('b', '09')], [payment(130, { session: 'b' })]), 'part 30, paid 100; 70 0');
  assert.equal(paid([held('a', '02'), planned], [payment(100, { session: 'b' })]), 'due 0, planned 0; 100 100');
  for (const change of [{ status: 'canceled' } as const, { waived: true }]) {
    const [first] = settle(
      [held('a', '02'), { ...planned, ...change }],
      [payment(100, { session: 'b' })],
      TERMS,
    ).sessions;
    assert.equal(first?.state, 'paid', JSON.stringify(change));
  }
  assert.equal(paid([held('a', '02')], [payment(100, { session: 'gone' })]), 'paid 100; 0 0');
});

test('MONEY-04 a refund takes what waits first, then from the newest, and leaves a package alone', () => {
  const sessions = [held('a', '02'), held('b', '09')];
  const refund = payment(-150, { id: 'refund' });
  assert.equal(paid(sessions, [payment(300), refund]), 'paid 100, part 50; 50 0');
  assert.equal(paid(sessions, [package3(), refund]), 'package 66, package 66; 0 -82');
  const planned = held('b', '09', { status: 'scheduled' });
  const back = [payment(100, { id: 'old' }), payment(150, { session: 'b' }), refund];
  assert.equal(paid([held('a', '02'), planned], back), 'paid 100, planned 0; 0 0');
});

test('MONEY-05 a package is used up one by one, the last meeting takes the rest', () => {
  const sessions = ['02', '03', '04', '05'].map((day) => held(day, day, { price: day === '03' ? null : 100 }));
  const { sessions: settled, ...all } = settle(sessions, [package3()], TERMS);
  assert.deepEqual(
    settled.map((one) => [one.state, one.paid, one.due]),
    [
      ['package', 66, 0],
      ['package', 66, 0],
      ['package', 68, 0],
      ['due', 0, 100],
    ],
  );
  assert.deepEqual(all, {
    due: 100,
    paid: 200,
    balance: 0,
    since: '2026-03-05',
    package: { used: 3, of: 3, until: '' },
    prepaid: { meetings: 0, amount: 0 },
  });
  const free = [
    held('a', '02', { price: 0 }),
    held('b', '03', { waived: true }),
    held('c', '04', { status: 'reserved' }),
  ];
  assert.equal(paid(free, [package3()]), 'free 0, waived 0, planned 0; 0 200');
});

test('MONEY-05 of two packages the one that ends first is used, and only while it holds', () => {
  const endless = package3({ id: 'endless', amount: 30 });
  const ending = package3({ id: 'ending', amount: 60, paid_on: '2026-03-03', until: '2026-03-04' });
  const sessions = ['02', '03', '04', '05'].map((day) => held(day, day));
  assert.equal(
    paid(sessions, [ending, endless]),
    'package 10, package 20, package 20, package 10; 0 30',
    'of the ended one 20 are on account, 10 are a meeting to come',
  );
  const late = [...sessions, held('06', '06'), held('07', '07')];
  assert.equal(
    paid(late, [ending, endless]),
    'package 10, package 20, package 20, package 10, package 10, part 20; 80 0',
    'the rest of the ended one pays like other money',
  );
  assert.deepEqual(settle(sessions, [ending, endless], TERMS).package, { used: 2, of: 3, until: '' });
});

test('MONEY-05 a package that ends with the last day of all is used until then, in zones behind UTC too', () => {
  for (const time_zone of ['Asia/Kamchatka', 'UTC', 'America/New_York', 'Pacific/Niue']) {
    const until = '9999-12-31';
    assert.equal(paid([held('a', '02')], [package3({ until })], { time_zone }), 'package 66; 0 134', time_zone);
  }
});

test('MONEY-05 what no session has used of packages that have not ended is the part of the balance that they are', () => {
  const running = package3({ id: 'running', amount: 100, until: '2026-03-28' });
  const ended = package3({ id: 'ended', paid_on: '2026-03-03', until: '2026-03-04' });
  const balances = (payments: MoneyPayment[]) => {
    const { balance, prepaid } = settle([held('a', '03')], payments, TERMS);
    return [balance, prepaid.meetings, prepaid.amount];
  };
  assert.deepEqual(balances([package3()]), [134, 2, 134]);
  assert.deepEqual(balances([package3(), payment(500)]), [634, 2, 134]);
  assert.deepEqual(balances([package3(), payment(-50)]), [84, 2, 134], 'a refund leaves it alone');
  assert.deepEqual(balances([running, ended]), [234, 3, 100], 'what has ended is money on account');
  assert.deepEqual(balances([running, package3()]), [267, 5, 267]);
  assert.deepEqual(balances([payment(500)]), [400, 0, 0]);
});

test('MONEY-02 late and missed ones are due where the rules of today say so, for the past too', () => {
  const sessions = [
    held('a', '02', { status: 'canceled', outcome: 'late' }),
    held('b', '03', { status: 'canceled', outcome: 'no_show' }),
    held('c', '04', { status: 'canceled', outcome: 'practitioner' }),
    held('d', '05', { status: 'canceled', outcome: 'client' }),
  ];
  assert.equal(paid(sessions, []), 'canceled 0, canceled 0, canceled 0, canceled 0; 0 0');
  assert.equal(paid(sessions, [], { late_paid: true }), 'due 0, canceled 0, canceled 0, canceled 0; 100 0');
  const both = { late_paid: true, no_show_paid: true };
  assert.equal(paid(sessions, [], both), 'due 0, due 0, canceled 0, canceled 0; 200 0');
  assert.equal(paid(sessions, [package3()], both), 'package 66, package 66, canceled 0, canceled 0; 0 68');
});

test('MONEY-01 only what is ahead has the usual price, «Бесплатно» is not «без цены»', () => {
  const prices = (usual: number | null) =>
    settle(
      [
        held('a', '02', { price: null }),
        held('b', '03', { price: 0 }),
        held('c', '04', { status: 'scheduled', price: null }),
        held('d', '05', { status: 'canceled', outcome: 'client', price: null }),
        held('e', '06', { status: 'canceled', outcome: 'no_show', price: null }),
      ],
      [],
      { ...TERMS, no_show_paid: true, price: usual },
    ).sessions.map(({ price, state }) => `${state} ${price}`);
  assert.deepEqual(prices(50), ['none null', 'free 0', 'planned 50', 'canceled 50', 'none null']);
  assert.deepEqual(prices(0), ['none null', 'free 0', 'planned 0', 'canceled 0', 'none null']);
  assert.deepEqual(prices(null), ['none null', 'free 0', 'planned null', 'canceled null', 'none null']);
});

test('MONEY-04 no kopeck is lost, none is made, and the order of entry does not matter', () => {
  fc.assert(
    fc.property(moneyHistories, fc.infiniteStream(fc.nat()), ({ sessions, payments, terms }, order) => {
      const settled = settle(sessions, payments, terms);
      const all = payments.reduce((sum, { amount }) => sum + amount, 0);
      assert.equal(settled.paid + settled.balance, all);
      assert.equal(
        settled.due,
        settled.sessions.reduce((sum, { due }) => sum + due, 0),
      );
      assert.deepEqual(settle(shuffled(sessions, order), shuffled(payments, order), terms), settled);
      for (const { price, due, paid: covered, state } of settled.sessions) {
        assert.ok(due >= 0 && covered >= 0);
        if (['paid', 'part', 'due'].includes(state)) assert.equal(due + covered, price);
        else assert.equal(due, 0);
      }
    }),
    { numRuns: RUNS },
  );
});

test('MONEY-05 beside a debt that takes all other money the balance is what packages still hold', () => {
  const debt = held('debt', '01', { date: '2000-01-01 09:00:00.000Z', price: 1_000_000_000 });
  fc.assert(
    fc.property(moneyHistories, ({ sessions, payments, terms }) => {
      const received = payments.filter(({ amount }) => amount > 0).map((one) => ({ ...one, session: '' }));
      const { balance, prepaid } = settle([debt, ...sessions], received, terms);
      assert.equal(balance, prepaid.amount);
    }),
    { numRuns: RUNS },
  );
});

test('MONEY-04 it is what counting kopeck by kopeck gives', () => {
  fc.assert(
    fc.property(moneyHistories, ({ sessions, payments, terms }) => {
      const expected = settleByKopecks(sessions, payments, terms);
      for (const { id, paid: covered } of settle(sessions, payments, terms).sessions) {
        assert.equal(covered, expected.get(id) ?? 0, id);
      }
    }),
    { numRuns: RUNS },
  );
});

test('MONEY-04 a change of the past leaves alone what lies before it and was covered', () => {
  fc.assert(
    fc.property(moneyHistories, fc.nat({ max: 9 }), (history, at) => {
      const { sessions, terms } = history;
      // The unused value of an expired package counts as money on account, until another session uses its meeting.
      const payments = history.payments.map((one) => ({ ...one, meetings: 0 }));
      const anchor = sessions[at];
      if (!anchor) return;
      const added = held('added', '', { date: anchor.date, price: 7 });
      const after = new Map(settle([...sessions, added], payments, terms).sessions.map((one) => [one.id, one]));
      const earlier = new Set(sessions.filter(({ date }) => date < added.date).map(({ id }) => id));
      for (const before of settle(sessions, payments, terms).sessions) {
        if (earlier.has(before.id)) assert.deepEqual(after.get(before.id), before);
      }
    }),
    { numRuns: RUNS },
  );
});

function shuffled<Value>(values: readonly Value[], order: Iterable<number>): Value[] {
  const keys = order[Symbol.iterator]();
  const keyed = values.map((value) => ({ value, key: Number(keys.next().value) }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ value }) => value);
}
