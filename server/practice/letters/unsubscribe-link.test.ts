import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ask } from '#proofs/support/ask.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, type LetterPractice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { NOON, refusalOf } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const TUESDAY_TEN = '2026-12-01 07:00:00.000Z';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  /** Returns the path of the unsubscribe link in the last letter, and its token. */
  const wayOut = (): { path: string; token: string } => {
    const { raw = '' } = office.taken().at(-1) ?? {};
    assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/im);
    const [, path = '', token = ''] =
      /List-Unsubscribe:\s+<https?:\/\/[^/]+(\/letters\/stop\/([\w-]+))>/i.exec(raw) ?? [];
    return { path, token };
  };
  const client = (practice: LetterPractice, id: string) => practice.pb.collection('clients').getOne(id);

  it('LETTER-06 one click of the provider ends all letters to an address, for everybody who has it; opening ends none', async () => {
    const [anna, boris] = [await office.practitioner(), await office.practitioner()];
    const family = await Promise.all(['Maria@example.org', 'maria@EXAMPLE.org'].map((email) => anna.client({ email })));
    const other = await anna.client({ email: 'other@example.org' });
    const elsewhere = await boris.client();
    for (const id of [...family, other]) await anna.session(id, TUESDAY_TEN, { allowOverlap: true });
    await boris.session(elsewhere, TUESDAY_TEN);
    await office.settle();
    await anna.session(family[0] ?? '', '2026-12-02 07:00:00.000Z');
    await office.settle();
    const { path, token } = wayOut();
    for (const method of ['GET', 'HEAD'] as const) {
      const page = await ask(office.server.app, { method, url: path });
      assert.equal(page.status, 200);
      assert.equal(page.headers['referrer-policy'], 'no-referrer');
    }
    assert.equal((await client(anna, family[0] ?? ''))['reminders'], 'email');
    const oneClick = {
      method: 'POST' as const,
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    };
    assert.equal((await ask(office.server.app, oneClick)).status, 204);
    assert.equal((await ask(office.server.app, oneClick)).status, 204, 'twice too');
    const stop = (sent: string) =>
      ask(office.server.app, { method: 'POST', url: '/api/letters/stop', body: { token: sent } });
    assert.equal((await stop(token)).status, 204);
    assert.equal((await stop(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).status, 404);
    for (const id of family) {
      const record = await client(anna, id);
      assert.deepEqual([record['reminders'], record['letters_off']], ['none', 'stopped']);
      assert.deepEqual(await anna.letters(`client = '${id}' && state = 'due'`), []);
    }
    office.server.clock.now = Temporal.Instant.from('2026-11-30T07:00:00Z');
    await office.settle();
    const reminded = async (practice: LetterPractice) =>
      (await practice.letters("kind = 'session-reminder'")).map((letter) => letter.client);
    assert.deepEqual(await reminded(anna), [other]);
    assert.deepEqual(await reminded(boris), [elsewhere], 'another practitioner’s letters go on');
  });

  test('LETTER-06 the way out says whose letters end, those of moves too, and afterwards that it is done', async () => {
    const anna = await office.practitioner({ name: 'Анна & Борис, психологи' });
    await anna.session(await anna.client({ email: 'page@example.org' }), TUESDAY_TEN);
    await office.settle();
    const { path } = wayOut();
    const page = async (url: string) => (await ask(office.server.app, { method: 'GET', url })).body;
    const asked = (await page(path)).replaceAll('&nbsp;', ' ');
    assert.match(asked, /<h1>Письма о.встречах: Анна &amp; Борис<\/h1>/);
    assert.match(asked, /Письма о переносе и отмене встреч тоже не придут/);
    assert.match(asked, /<button id="stop"/);
    await ask(office.server.app, { method: 'POST', url: path });
    const done = await page(path);
    assert.match(done, /<p id="text">Готово: писем больше не.будет/);
    assert.doesNotMatch(done, /<button/);
    const unknown = await page('/letters/stop/none');
    assert.match(unknown, /<h1>Письма о.встречах<\/h1>/);
    assert.match(unknown, /<button id="stop"/);
  });

  test('LETTER-06 who opted out stays out as a visitor and as the client of a request, until the address is given again', async () => {
    const anna = await office.practitioner();
    const email = 'gone@example.org';
    const id = await anna.client({ email });
    await anna.session(id, TUESDAY_TEN);
    await office.settle();
    await ask(office.server.app, { method: 'POST', url: wayOut().path });
    const count = office.taken().length;
    const body = { name: 'Новый Человек', phone: '+7 916 888-00-01', start: '2026-12-02T07:00:00Z', email };
    const path = `/api/booking-page/${anna.bookingHash}`;
    const request = await office.server.visitor().send(path, { method: 'POST', body });
    const approved = await anna.pb.send(`/api/booking/${request.id}/approve`, { method: 'POST' });
    assert.deepEqual([approved.client.reminders, approved.client.letters_off], ['none', 'stopped']);
    await office.settle();
    assert.equal(office.taken().length, count);
    const update = (values: object) => anna.pb.collection('clients').update(id, values);
    assert.deepEqual((await refusalOf(update({ reminders: 'email' }))).codes, { reminders: 'letters_stopped' });
    const again = await update({ email, reminders: 'email' });
    assert.deepEqual([again['reminders'], again['letters_off']], ['email', '']);
    office.server.clock.now = Temporal.Instant.from('2026-11-30T07:00:00Z');
    await office.settle();
    assert.deepEqual(await anna.told("kind = 'session-reminder'"), ['session-reminder sent']);
  });

  it('LETTER-06 what is being sent while its reader opts out is not handed over', async () => {
    const held = Promise.withResolvers<void>();
    await using slow = await openLetterOffice(engine, 'accept', held.promise);
    const anna = await slow.practitioner();
    const id = await anna.client();
    await anna.session(id, TUESDAY_TEN);
    slow.server.clock.now = slow.server.clock.now.add({ minutes: 2 });
    slow.server.context.events.wake('letters');
    while (
      (await slow.server.context.db.read.selectFrom('letters').select('id').where('claimed', 'is not', null).execute())
        .length === 0
    ) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await anna.pb.collection('clients').update(id, { reminders: 'none' });
    held.resolve();
    await slow.settle();
    assert.deepEqual(slow.taken(), []);
    assert.deepEqual(await anna.told(), ['session-planned dropped']);
  });

  it('LETTER-07 an address refused four times in a row ends the client’s letters, which the client’s record says', async () => {
    const anna = await office.practitioner();
    const id = await anna.client({ email: 'unknown@example.org' });
    office.smtp.behaviour = 'refuse';
    try {
      for (const day of [1, 2, 3]) await anna.session(id, `2026-12-0${day} 07:00:00.000Z`);
      await office.settle();
      assert.equal((await client(anna, id))['reminders'], 'email');
      await anna.session(id, '2026-12-04 07:00:00.000Z');
      await office.settle();
    } finally {
      office.smtp.behaviour = 'accept';
    }
    const record = await client(anna, id);
    assert.deepEqual([record['reminders'], record['letters_off']], ['none', 'refused']);
    const failed = await anna.letters("kind = 'session-planned'");
    assert.deepEqual(new Set(failed.map(({ state, reason }) => `${state} ${reason}`)), new Set(['failed RCPT TO 550']));
    assert.deepEqual(await anna.letters("state = 'due'"), []);
    const back = await anna.pb.collection('clients').update(id, { reminders: 'email' });
    assert.equal(back['letters_off'], '');
  });

  it('LETTER-04 a practitioner writes to one mailbox twenty times a day, whatever they delete; its reminders go apart', async () => {
    await using strict = await openLetterOffice(engine, 'accept', undefined, {});
    const [anna, boris] = [await strict.practitioner(), await strict.practitioner()];
    const to = (email: string) => strict.taken().filter((letter) => letter.to === email).length;
    const plan = async (practice: LetterPractice, email: string, times: number): Promise<string> => {
      const id = await practice.client({ email });
      const sessions: string[] = [];
      for (let at = 0; at < times; at += 1) {
        sessions.push(await practice.session(id, `2026-12-01 ${String(at + 7).padStart(2, '0')}:00:00.000Z`));
      }
      await strict.settle();
      for (const session of sessions) await practice.pb.collection('sessions').delete(session);
      await strict.settle();
      return id;
    };
    await anna.pb.collection('clients').delete(await plan(anna, 'all@example.org', 6));
    assert.equal(to('all@example.org'), 12);
    const again = await plan(anna, 'all@example.org', 6);
    assert.equal(to('all@example.org'), 20);
    assert.ok((await anna.letters("reason = 'limit'")).every(({ state }) => state === 'dropped'));
    assert.ok((await anna.letters("reason = 'limit'")).length > 0);
    await plan(anna, 'all+tag@example.org', 1);
    assert.equal(to('all+tag@example.org'), 0);
    await plan(anna, 'else@example.org', 1);
    await plan(boris, 'all@example.org', 1);
    assert.deepEqual([to('else@example.org'), to('all@example.org')], [2, 22]);
    await anna.session(again, '2026-11-23 07:00:00.000Z');
    await strict.settle();
    await strict.advance({ hours: 22 });
    assert.match(strict.taken().at(-1)?.subject ?? '', /^Напоминание/);
    assert.equal(to('all@example.org'), 23);
  });
});
