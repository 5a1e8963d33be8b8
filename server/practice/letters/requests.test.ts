import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, type LetterPractice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { NOON, refusalOf } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const MONDAY = Temporal.Instant.from('2026-11-30T06:00:00Z');

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  let hours = 0;
  const ask = async (practice: LetterPractice, values: object = {}): Promise<string> => {
    hours += 1;
    const start = MONDAY.add({ hours: (hours % 8) + 24 * Math.floor(hours / 8) }).toString();
    const body = {
      name: 'Олег Смирнов',
      phone: '+7 916 555-00-01',
      start,
      email: `visitor${hours}@example.org`,
      ...values,
    };
    const path = `/api/booking-page/${practice.bookingHash}`;
    return (await office.server.visitor().send<{ id: string }>(path, { method: 'POST', body })).id;
  };
  const subjectsTo = (email: string): string[] =>
    office
      .taken()
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject);

  it('LETTER-01 LETTER-02 a visitor hears that the request came, and that it was approved, with a calendar file', async () => {
    const anna = await office.practitioner();
    const id = await ask(anna, { email: ' Oleg@example.org ', timeZone: 'Asia/Yekaterinburg' });
    await office.settle();
    const { client, session } = await anna.pb.send(`/api/booking/${id}/approve`, { method: 'POST', body: {} });
    assert.deepEqual(
      [client.email, client.time_zone, client.reminders],
      ['Oleg@example.org', 'Asia/Yekaterinburg', 'email'],
    );
    await office.settle();
    const [received, approved, ...more] = office.taken().filter(({ to }) => to === 'Oleg@example.org');
    assert.match(received?.subject ?? '', /^Заявка получена: встреча 30 ноября/);
    assert.match(approved?.subject ?? '', /^Подтверждено: встреча 30 ноября/);
    assert.match(approved?.text ?? '', /^Встреча 30 ноября, \d\d:\d\d \(по Екатеринбургу\)$/m);
    assert.match(approved?.calendar ?? '', new RegExp(`UID:${session.id}@kabinet`));
    assert.equal(received?.calendar, '');
    assert.deepEqual(more, [], 'an approval sends only its own letter');
    assert.deepEqual(await anna.told(), ['request-approved sent', 'request-received sent']);
  });

  it('LETTER-02 LETTER-04 a confirmed session that comes back from another client is not confirmed once more', async () => {
    const anna = await office.practitioner();
    const id = await ask(anna, { email: 'lent@example.org' });
    await office.settle();
    const { client, session } = await anna.pb.send(`/api/booking/${id}/approve`, { method: 'POST', body: {} });
    await office.settle();
    const other = await anna.client({ email: 'other@example.org' });
    for (const next of [other, client.id]) {
      await anna.pb.collection('sessions').update(session.id, { client: next });
      await office.settle();
    }
    const words = subjectsTo('lent@example.org').map((subject) => subject.split(/[ :]/, 2).join(' '));
    assert.deepEqual(words, ['Заявка получена', 'Подтверждено ', 'Встреча отменена', 'Встреча 30']);
  });

  it('LETTER-02 LETTER-04 a visitor who was refused is told where the session stands again', async () => {
    const anna = await office.practitioner();
    const id = await ask(anna, { email: 'again@example.org' });
    await office.settle();
    const { session } = await anna.pb.send(`/api/booking/${id}/approve`, { method: 'POST', body: {} });
    await anna.pb.collection('sessions').delete(session.id);
    await office.settle();
    await anna.pb.send(`/api/sessions/${session.id}/restore`, { method: 'POST' });
    await office.settle();
    const words = subjectsTo('again@example.org').map((subject) => subject.split(/[ :]/, 1)[0]);
    assert.deepEqual(words, ['Заявка', 'Не', 'Подтверждено']);
  });

  it('LETTER-01 a known client without an address gets the visitor’s; one with an address keeps it', async () => {
    const anna = await office.practitioner();
    const person = { name: 'Олег Смирнов', phone: '+7 916 555-00-01' };
    const known = await anna.client({ ...person, email: '' });
    await anna.pb.send(`/api/booking/${await ask(anna, { email: 'one@example.org' })}/approve`, { method: 'POST' });
    const email = async () => (await anna.pb.collection('clients').getOne(known))['email'];
    assert.equal(await email(), 'one@example.org');
    await anna.pb.send(`/api/booking/${await ask(anna, { email: 'two@example.org' })}/approve`, { method: 'POST' });
    assert.equal(await email(), 'one@example.org');
    await office.settle();
    assert.match(subjectsTo('two@example.org').at(-1) ?? '', /^Подтверждено/);
  });

  it('LETTER-01 the practitioner is asked before letters of all sessions go to an address that a visitor typed', async () => {
    const anna = await office.practitioner();
    const known = await anna.client({ name: 'Олег Смирнов', phone: '+7 916 555-00-01', email: '', archived: true });
    await anna.session(known, '2026-12-10 07:00:00.000Z');
    const id = await ask(anna, { email: 'typed@example.org' });
    await office.settle();
    const approve = (email: string) => anna.pb.send(`/api/booking/${id}/approve`, { method: 'POST', body: { email } });
    const refusal = await refusalOf(approve('ask'));
    assert.deepEqual([refusal.status, refusal.codes], [409, { email: 'client_known' }]);
    assert.equal((await anna.pb.collection('clients').getOne(known))['archived'], true, 'nothing is changed');
    const { client } = await approve('leave');
    assert.deepEqual([client.id, client.email, client.archived], [known, '', false]);
    await office.settle();
    assert.deepEqual(await anna.told(), ['request-approved sent', 'request-received sent']);
    const other = await ask(anna, { email: 'new@example.org', name: 'Новый Человек' });
    const { client: made } = await anna.pb.send(`/api/booking/${other}/approve`, {
      method: 'POST',
      body: { email: 'ask' },
    });
    assert.equal(made.email, 'new@example.org', 'a new client’s address is the one left');
    assert.deepEqual(Object.keys((await refusalOf(approve('no'))).codes), ['email']);
    await office.settle();
  });

  test('LETTER-02 a rejected request is told calmly, an older letter about it that waits is not', async () => {
    const anna = await office.practitioner();
    const id = await ask(anna, { email: 'no@example.org' });
    await anna.pb.send(`/api/booking/${id}/reject`, { method: 'POST' });
    await anna.pb.send(`/api/booking/${id}/reject`, { method: 'POST' });
    await office.advance({ minutes: 2 });
    const { text = '' } = office.taken().at(-1) ?? {};
    assert.match(text, new RegExp(`^Выбрать другое время:\nhttp\\S+/booking/${anna.bookingHash}$`, 'm'));
    const subjects = subjectsTo('no@example.org');
    assert.equal(subjects.at(-1), 'Не получилось записать');
    assert.equal(subjects.filter((subject) => subject === 'Не получилось записать').length, 1);
  });

  it('LETTER-02 LETTER-04 what was received and rejected in one moment, and rejected again later, is refused once', async () => {
    const anna = await office.practitioner();
    const addresses = Array.from({ length: 6 }, (_, nth) => `again-${nth}@example.org`);
    const reject = (id: string) => anna.pb.send(`/api/booking/${id}/reject`, { method: 'POST' });
    const ids: string[] = [];
    for (const email of addresses) {
      const id = await ask(anna, { email });
      await office.advance({ seconds: 0 });
      await reject(id);
      ids.push(id);
    }
    await office.settle();
    for (const id of ids) {
      await anna.pb.collection('booking').update(id, { status: 'pending' });
      await reject(id);
    }
    await office.settle();
    for (const email of addresses) {
      assert.deepEqual(subjectsTo(email).filter((subject) => subject === 'Не получилось записать').length, 1, email);
    }
  });

  it('LETTER-02 a rejection taken back within two minutes sends no letter', async () => {
    const anna = await office.practitioner();
    const id = await ask(anna, { email: 'back@example.org' });
    await office.settle();
    await anna.pb.send(`/api/booking/${id}/reject`, { method: 'POST' });
    await office.advance({ seconds: 110 });
    await anna.pb.collection('booking').update(id, { status: 'pending' });
    await office.advance({ minutes: 10 });
    assert.equal(subjectsTo('back@example.org').length, 1);
    assert.deepEqual(await anna.told(), ['request-received sent', 'request-rejected dropped']);
  });

  test('LETTER-01 a malformed address is refused on both ways in, and none is needed', async () => {
    const anna = await office.practitioner();
    assert.deepEqual((await refusalOf(ask(anna, { email: 'no address' }))).codes, { email: 'validation_is_email' });
    const date = MONDAY.add({ hours: 24 * 7 }).toString();
    const body = { user: anna.owner, name: 'Олег Смирнов', phone: '1234567', date, email: 'x@' };
    const created = office.server.visitor('198.51.100.7').collection('booking').create(body);
    const { status, codes } = await refusalOf(created);
    assert.deepEqual([status, Object.keys(codes)], [400, ['email']]);
    await ask(anna, { email: '' });
    assert.deepEqual(await anna.letters(), []);
  });

  it('LETTER-04 an address that no client has gets three letters a day over all practitioners, its request is stored', async () => {
    const [anna, boris] = [await office.practitioner(), await office.practitioner()];
    const email = 'flood@example.org';
    for (const practice of [anna, boris, anna, boris]) {
      await ask(practice, { email: email.replace('@', `+${hours}@`), phone: `+7 916 777-${1000 + hours}` });
    }
    await office.settle();
    const told = [...(await anna.letters()), ...(await boris.letters())];
    assert.equal(told.filter(({ state }) => state === 'sent').length, 3);
    const dropped = told.filter(({ state }) => state === 'dropped');
    assert.deepEqual(
      dropped.map(({ reason }) => reason),
      ['limit'],
    );
    assert.equal((await boris.pb.collection('booking').getFullList()).length, 2);
    office.server.clock.now = NOON.add({ hours: 25 });
    const later = await office.server.signIn(boris);
    await ask({ ...boris, ...later }, { email });
    await office.settle();
    assert.equal(subjectsTo(email).length, 1);
  });

  it('LETTER-04 the limit of an address holds for requests repeated with another one', async () => {
    const victim = 'victim@example.org';
    for (const [practice, hour] of [
      [await office.practitioner(), 6],
      [await office.practitioner(), 7],
    ] as const) {
      for (let at = 0; at < 3; at += 1) {
        const id = newRecordId();
        const date = MONDAY.add({ hours: 24 * at + hour - 6 }).toString();
        const person = { name: 'Олег Смирнов', phone: '+7 916 555-20-01' };
        const record = { id, user: practice.owner, ...person, date, status: 'pending' };
        const batch = office.server.visitor(`198.51.${hour}.${at}`).createBatch();
        batch.collection('booking').create({ ...record, email: `throw${hour}${at}@example.org` });
        batch.collection('booking').create({ ...record, email: victim });
        await batch.send();
      }
      assert.equal((await practice.pb.collection('booking').getFullList({ filter: `email='${victim}'` })).length, 3);
    }
    await office.settle();
    assert.equal(subjectsTo(victim).length, 3);
    assert.deepEqual(subjectsTo('throw60@example.org'), [], 'the first address waits no more');
  });

  test('LETTER-02 a request repeated with an address hears that it came, repeated once more it hears nothing', async () => {
    const anna = await office.practitioner();
    const id = newRecordId();
    const person = { name: 'Олег Смирнов', phone: '+7 916 555-30-01' };
    const record = { id, user: anna.owner, ...person, date: MONDAY.toString(), status: 'pending' };
    const create = (values: object) =>
      office.server
        .visitor()
        .collection('booking')
        .create({ ...record, ...values });
    await create({});
    await create({ email: 'late@example.org' });
    await create({ email: 'late@example.org', message: 'Ещё раз' });
    await office.settle();
    assert.deepEqual(subjectsTo('late@example.org').length, 1);
    assert.match(subjectsTo('late@example.org')[0] ?? '', /^Заявка получена/);
  });

  it('LETTER-04 a deleted client, and a deleted request, leave neither letters nor links behind', async () => {
    const { db } = office.server.context;
    const left = async ({ owner }: LetterPractice) => {
      const letters = await db.read.selectFrom('letters').select('kind').where('user', '=', owner).execute();
      const links = await db.read.selectFrom('visit_links').select('booking').where('user', '=', owner).execute();
      return [letters.map(({ kind }) => kind).toSorted(), links.length];
    };
    const anna = await office.practitioner();
    const approved = await ask(anna, { email: 'gone@example.org' });
    const declined = await ask(anna, { email: 'gone@example.org' });
    await office.settle();
    const { client } = await anna.pb.send(`/api/booking/${approved}/approve`, { method: 'POST' });
    await anna.pb.send(`/api/booking/${declined}/reject`, { method: 'POST' });
    await office.settle();
    const kinds = ['request-approved', 'request-received', 'request-received', 'request-rejected'];
    assert.deepEqual(await left(anna), [kinds, 3]);
    await anna.pb.collection('clients').delete(client.id);
    assert.deepEqual(await left(anna), [[], 0]);
    const boris = await office.practitioner();
    const [kept, gone] = [await ask(boris), await ask(boris)];
    await office.settle();
    const { session } = await boris.pb.send(`/api/booking/${kept}/approve`, { method: 'POST' });
    await office.settle();
    for (const id of [kept, gone]) await boris.pb.collection('booking').delete(id);
    assert.deepEqual(await left(boris), [['request-approved'], 1], 'what its client has stays');
    await boris.pb.collection('sessions').delete(session.id);
    await office.settle();
    assert.match(office.taken().at(-1)?.subject ?? '', /^Встреча отменена/);
  });
});
