import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientMoney, SessionMoney, YearMoney } from '#domain/money/money.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import { onServerWith, UNLIMITED } from '#proofs/support/test-server.ts';

/** Kopecks. */
const PRICE = 350_000;
const NAMES = ['Анна', 'Борис', 'Вера', 'Глеб', 'Дина', 'Егор'];

/** Every second one is late, or on a day of another month in UTC. */
const HOURS = ['05:30', '09:00', '14:15', '20:45', '22:10'];

onServerWith({ replace: { limits: UNLIMITED } }, (server) => {
  test('MONEY-04 MONEY-06 MONEY-08 after a month of sixty sessions and forty payments every sum is the same everywhere', async () => {
    const { pb } = await server.practitioner(LICENSED);
    const profile = await pb.collection('profiles').getFirstListItem('');
    await pb.collection('profiles').update(profile.id, { price: PRICE, late_paid: true });
    const clients = await Promise.all(
      NAMES.map((name, at) => pb.collection('clients').create({ name, phone: `+7 916 204-18-3${at}` })),
    );
    const clientAt = (at: number) => clients[at % clients.length]?.id ?? '';
    for (let at = 0; at < 60; at += 1) {
      const date = `2026-10-${String(1 + (at % 30)).padStart(2, '0')}T${HOURS[at % HOURS.length]}:00Z`;
      const body = { client: clientAt(at), date, allowOverlap: true, ...(at % 11 === 0 && { price: 123_457 }) };
      const { id } = await pb.collection('sessions').create(body);
      const lost = { status: 'canceled', outcome: at % 2 === 0 ? 'late' : 'no_show' };
      await pb.collection('sessions').update(id, {
        ...(at % 7 === 3 ? lost : { status: 'completed' }),
        waived: at % 13 === 5,
      });
      if (at % 3 === 0)
        await pb.send(`/api/sessions/${id}/paid`, { method: 'POST', body: { paid_on: '2026-10-31' } }).catch(() => 0);
    }
    const made = (await pb.collection('payments').getFullList()).length;
    await pb
      .collection('payments')
      .create({ client: clientAt(1), amount: 1_000_000, meetings: 6, paid_on: '2026-10-05', until: '2026-10-28' });
    for (let at = made + 1; at < 38; at += 1) {
      const amount = 10_000 * (at % 9) + 77;
      await pb.collection('payments').create({ client: clientAt(at), amount, paid_on: '2026-10-20' });
    }
    for (const at of [0, 1]) {
      await pb.collection('payments').create({ client: clientAt(at), amount: -70_001, paid_on: '2026-10-30' });
    }
    const payments = await pb.collection('payments').getFullList({ batch: 1000 });
    const sessions = await pb.collection('sessions').getFullList({ batch: 1000 });
    assert.deepEqual([sessions.length, payments.length], [60, 40]);

    const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
    const received = sum(payments.map(({ amount }) => Number(amount)));
    const { items } = await pb.send<{ items: ClientMoney[] }>('/api/money/clients?perPage=1000', {});
    assert.equal(sum(items.map(({ paid, balance }) => paid + balance)), received);
    let [due, paid] = [0, 0];
    for (const { id } of clients) {
      const { items: settled } = await pb.send<{ items: SessionMoney[] }>(`/api/money/sessions?client=${id}`, {});
      due += sum(settled.map((one) => one.due));
      paid += sum(settled.map((one) => one.paid));
    }
    assert.deepEqual([due, paid], [sum(items.map((one) => one.due)), sum(items.map((one) => one.paid))]);
    assert.ok(due > 0 && items.some(({ package: one }) => one !== null && one.used > 1));

    const { months } = await pb.send<YearMoney>('/api/money', {});
    const all = (key: 'received' | 'held' | 'sessions' | 'late' | 'no_show') => sum(months.map((one) => one[key]));
    assert.equal(all('received'), received);
    const { items: settled } = await pb.send<{ items: SessionMoney[] }>(
      `/api/money/sessions?ids=${sessions.map(({ id }) => id).join(',')}`,
      {},
    );
    // What must be paid for each, or its share of a package.
    assert.equal(all('held'), sum(settled.map((one) => one.due + one.paid)));
    assert.equal(all('sessions') + all('late') + all('no_show'), 60);

    const table = async (of: string) => {
      const response = await fetch(pb.buildURL(`/api/money/export?of=${of}`), {
        headers: { authorization: pb.authStore.token },
      });
      const [head = '', ...lines] = (await response.text()).trimEnd().split('\r\n');
      const cells = lines.map((line) => line.split(';'));
      return (column: string) =>
        sum(
          cells.map((line) =>
            Math.round(Number((line[head.split(';').indexOf(column)] ?? '').replace(',', '.')) * 100),
          ),
        );
    };
    assert.equal((await table('payments'))('Сумма'), received);
    assert.equal((await table('sessions'))('Оплачено'), paid);
    // Erasing a client changes none of these sums.
    await pb.send(`/api/clients/${clientAt(1)}/erase`, { method: 'POST', body: { reason: 'request' } });
    const counted = ({ new_clients: _new, ended_clients: _ended, ...month }: YearMoney['months'][number]) => month;
    const after = await pb.send<YearMoney>('/api/money', {});
    assert.deepEqual(after.months.map(counted), months.map(counted));
  });

  const ZONES = Intl.supportedValuesOf('timeZone').filter((_, at, zones) => at % Math.floor(zones.length / 40) === 0);

  test('MONEY-06 a month and a year begin at midnight of the practitioner’s zone, in forty zones', async () => {
    assert.ok(ZONES.length >= 40);
    const practice = await server.practitioner(LICENSED);
    const { pb } = practice;
    const profile = await pb.collection('profiles').getFirstListItem('');
    await pb.collection('profiles').update(profile.id, { price: 1 });
    const client = await pb.collection('clients').create({ name: 'Мария', phone: '+7 916 204-18-35' });
    const held = (date: Temporal.Instant) =>
      pb
        .collection('sessions')
        .create({ client: client.id, date: date.toString(), status: 'completed', allowOverlap: true });
    for (const zone of ZONES) {
      await pb.collection('profiles').update(profile.id, { time_zone: zone });
      const borders = ['2026-01-01', '2026-03-01', '2026-11-01'].map((day) =>
        Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant(),
      );
      const made = [];
      for (const border of borders) made.push(await held(border.subtract({ seconds: 1 })), await held(border));
      const { months } = await pb.send<YearMoney>('/api/money?year=2026', {});
      const [before] = (await pb.send<YearMoney>('/api/money?year=2025', {})).months.slice(11);
      assert.equal(before?.held, 1, zone);
      assert.deepEqual(
        months.flatMap(({ month, held: worth }) => (worth > 0 ? [[month, worth]] : [])),
        [
          ['2026-01', 1],
          ['2026-02', 1],
          ['2026-03', 1],
          ['2026-10', 1],
          ['2026-11', 1],
        ],
        zone,
      );
      for (const { id } of made) await pb.collection('sessions').delete(id);
    }
  });
});
