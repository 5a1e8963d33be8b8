import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAmount } from '#domain/money/amount.ts';
import { isMadeDue } from '#domain/money/money.ts';
import { settle } from '#domain/money/settle.ts';
import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { becomes } from '#e2e/becomes.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { onKabinet } from '#e2e/kabinet.ts';

const kabinet = onKabinet('demo/demo.ts');

const ZONE = 'Europe/Moscow';
const HELD = 60;
const PAID = 37;

interface Session {
  id: string;
  client: string;
  date: string;
  status: SessionStatus;
  outcome: SessionOutcome;
  price: number | null;
  waived: boolean;
}

interface Payment {
  id: string;
  client: string;
  session: string;
  amount: number;
  paid_on: string;
  created: string;
  meetings: number;
  until: string;
}

test('MONEY-06 a month lived on the demo has on the screen the sums that follow from its sessions and payments', async (t) => {
  const elena = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  t.after(() => elena.browser.close());
  const { api } = elena;
  const profile = await api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
  const rules = { price: 350_000, late_paid: true, no_show_paid: false };
  await api.collection('profiles').update(profile.id, rules);
  const clients: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const one = { name: `Участник ${'АБВГДЕ'[at]}`, phone: `+7 916 204-18-4${at}`, price: at === 5 ? 0 : null };
    clients.push((await api.collection('clients').create(one)).id);
  }
  const clientAt = (at: number) => clients[at % clients.length] ?? '';
  // A day in the past month, all of them in one year.
  const year = Number(inDays(0).slice(0, 4)) - 1;
  const dayAt = (at: number) => `${year}-11-${String(1 + (at % 28)).padStart(2, '0')}`;
  for (let at = 0; at < HELD; at += 1) {
    const lost = at % 9 === 4 ? { outcome: at % 2 === 0 ? 'late' : 'no_show' } : null;
    const made = await api.collection('sessions').create({
      client: clientAt(at),
      date: moscow(`${dayAt(at)}T${String(8 + (at % 12)).padStart(2, '0')}:00`),
      duration: at % 4 === 0 ? 90 : 60,
      status: lost ? 'canceled' : 'completed',
      ...lost,
      ...(at % 7 === 3 && { price: 420_050 }),
      allowOverlap: true,
    });
    if (at % 11 === 5) await api.collection('sessions').update(made.id, { waived: true });
  }
  const sessions = await api.collection('sessions').getFullList<Session>();
  for (let at = 0; at < PAID; at += 1) {
    const due = sessions.filter(({ client }) => client === clientAt(at));
    await api.collection('payments').create({
      client: clientAt(at),
      amount: at % 5 === 0 ? 120_001 : 350_000,
      paid_on: dayAt(at * 3),
      ...(at % 4 === 1 && { session: due[at % due.length]?.id }),
    });
  }
  await api.collection('payments').create({ client: clientAt(0), amount: 1_000_003, meetings: 3, paid_on: dayAt(2) });
  for (const at of [1, 2]) {
    await api.collection('payments').create({ client: clientAt(at), amount: -50_000, paid_on: dayAt(20) });
  }
  const payments = await api.collection('payments').getFullList<Payment>();

  // What follows from them, client by client.
  const terms = { ...rules, time_zone: ZONE, today: inDays(0) };
  const settled = clients.map((client, at) => ({
    client,
    own: sessions.filter((one) => one.client === client),
    ...settle(
      sessions.filter((one) => one.client === client),
      payments.filter((one) => one.client === client),
      { ...terms, price: at === 5 ? 0 : rules.price },
    ),
  }));
  const inYear = (day: string) => day.startsWith(String(year));
  const received = payments.reduce((sum, { paid_on, amount }) => sum + (inYear(paid_on) ? amount : 0), 0);
  const worth = settled.flatMap(({ own, sessions: money }) =>
    own.flatMap((session) => {
      const one = money.find(({ id }) => id === session.id);
      const counts = inYear(session.date) && isMadeDue(session, rules) && !session.waived;
      return counts && one ? [one.state === 'package' ? one.paid : (one.price ?? 0)] : [];
    }),
  );
  const held = worth.reduce((sum, one) => sum + one, 0);
  const owing = settled.filter(({ due }) => due > 0);

  const page = await elena.browser.newPage();
  await page.goto(`/dashboard/money?year=${year}`);
  const table = page.getByRole('table', { name: /Деньги по месяцам/ });
  const november = table.getByRole('row').filter({ hasText: 'Ноябрь' });
  const cells = async () => (await november.getByRole('cell').allInnerTexts()).map(readAmount);
  await becomes(cells, [received, held]);
  await becomes(
    async () => (await table.getByRole('row').last().getByRole('cell').allInnerTexts()).map(readAmount),
    [received, held],
  );
  const debts = page.getByRole('region', { name: 'Кто должен' }).getByRole('listitem');
  for (const { client, due } of owing) {
    const { name } = await api.collection('clients').getOne<{ name: string }>(client);
    const debt = debts.filter({ hasText: name });
    await becomes(async () => readAmount(await debt.locator('b').innerText()), due);
  }
  assert.ok(owing.length > 1);
  const statistics = page.getByRole('table', { name: 'Встречи' }).getByRole('row').filter({ hasText: 'Ноябрь' });
  const completed = sessions.filter(({ status, date }) => status === 'completed' && inYear(date));
  await becomes(async () => (await statistics.getByRole('cell').allInnerTexts())[0], String(completed.length));
});
