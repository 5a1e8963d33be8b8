import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, type LetterPractice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { reportOf } from '#proofs/support/mail/report.ts';
import { typedAt } from '#proofs/support/operator/on-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { domainOf } from '#server/ground/config/mail-names.ts';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  /** Passes a report to `kabinet bounce`; returns its status and its output. */
  const report = async (about: Parameters<typeof reportOf>[0]): Promise<[number, string]> => {
    const { status, output, beside } = await typedAt(office.server, ['bounce', '--json'], undefined, reportOf(about));
    assert.equal(beside, '');
    return [status, JSON.parse(output).outcome];
  };
  const idOf = async (letter: string): Promise<string> => {
    const { db, config } = office.server.context;
    const row = db.read.selectFrom('letters').select('message_id').where('id', '=', letter);
    return `${(await row.executeTakeFirstOrThrow()).message_id}@${domainOf(config.mailFrom)}`;
  };
  const planned = async (anna: LetterPractice, client: string, days: readonly number[]) => {
    for (const day of days) await anna.session(client, `2026-12-0${day} 07:00:00.000Z`, { allowOverlap: true });
    await office.settle();
    return anna.letters(`client = '${client}' && state = 'sent'`);
  };
  const chosen = async (anna: LetterPractice, client: string): Promise<unknown[]> => {
    const { reminders, letters_off } = await anna.pb.collection('clients').getOne(client);
    return [reminders, letters_off];
  };

  it('LETTER-07 a letter that came back reads as failed with its reason, once, and only by its own report', async () => {
    const anna = await office.practitioner();
    const client = await anna.client();
    const [letter] = await planned(anna, client, [1]);
    assert.ok(letter);
    const messageId = await idOf(letter.id);
    const stateOf = async () => {
      const [{ state, reason } = { state: '', reason: '' }] = await anna.letters(`id = '${letter.id}'`);
      return [state, reason];
    };
    for (const foreign of [
      { messageId, action: 'delayed', status: '4.4.1' },
      { messageId: messageId.replace(/@.*/, '@elsewhere.example') },
      { messageId: `${'a'.repeat(32)}@${domainOf(office.server.context.config.mailFrom)}` },
      { messageId: `%@${domainOf(office.server.context.config.mailFrom)}` },
    ]) {
      const [status, outcome] = await report(foreign);
      assert.deepEqual([status, outcome === 'noted'], [0, false]);
      assert.deepEqual(await stateOf(), ['sent', '']);
    }
    assert.deepEqual(await report({ messageId, status: '5.2.2' }), [0, 'noted']);
    assert.deepEqual(await stateOf(), ['failed', 'returned 5.2.2']);
    assert.deepEqual(await report({ messageId, status: '5.1.1' }), [0, 'unknown']);
    assert.deepEqual(await stateOf(), ['failed', 'returned 5.2.2']);
    assert.deepEqual(await chosen(anna, client), ['email', '']);
  });

  it('LETTER-07 four letters in a row that came back end the letters to a client, each counted once', async () => {
    const anna = await office.practitioner();
    const client = await anna.client();
    const letters = await planned(anna, client, [1, 2, 3, 4]);
    assert.equal(letters.length, 4);
    for (const { id } of letters.slice(0, 3)) {
      for (let again = 0; again < 3; again += 1) await report({ messageId: await idOf(id) });
    }
    assert.deepEqual(await chosen(anna, client), ['email', '']);
    await report({ messageId: await idOf(letters[3]?.id ?? '') });
    assert.deepEqual(await chosen(anna, client), ['none', 'refused']);
  });

  it('LETTER-07 what came back from an address that the client has no more, or from another, does not count', async () => {
    const anna = await office.practitioner();
    const [moved, forwarded] = [await anna.client({ email: 'old@example.org' }), await anna.client()];
    const old = await planned(anna, moved, [1, 2, 3, 4]);
    const others = await planned(anna, forwarded, [5, 6, 7, 8]);
    await anna.pb.collection('clients').update(moved, { email: 'new@example.org' });
    for (const { id } of old) await report({ messageId: await idOf(id), to: 'old@example.org' });
    for (const { id } of others) await report({ messageId: await idOf(id), to: 'elsewhere@example.net' });
    for (const client of [moved, forwarded]) assert.deepEqual(await chosen(anna, client), ['email', '']);
    assert.equal((await anna.letters("state = 'failed'")).length, 8);
  });

  it('LETTER-07 a letter about an account that came back is a failed one, and one still on its way comes later', async () => {
    const { context } = office.server;
    const email = 'returned@example.org';
    const password = 'long enough and rare';
    await office.server.visitor().collection('users').create({ email, password, passwordConfirm: password });
    await office.settle();
    const rows = () => context.db.read.selectFrom('outbox').selectAll().where('kind', '=', 'verification');
    for (let patience = 1000; patience > 0; patience -= 1) {
      const row = await rows().executeTakeFirst();
      if (row?.state === 'sent' && row.claimed === null) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { id, message_id } = await rows().executeTakeFirstOrThrow();
    const messageId = `${message_id}@${domainOf(context.config.mailFrom)}`;
    const claim = (claimed: string | null) =>
      context.db.write(({ trx }) => trx.updateTable('outbox').set({ claimed }).where('id', '=', id).execute());
    await claim('2026-11-21 09:00:00.000Z');
    assert.deepEqual(await report({ messageId, to: email }), [75, 'being sent']);
    await claim(null);
    assert.deepEqual(await report({ messageId, to: email }), [0, 'noted']);
    assert.equal((await rows().executeTakeFirstOrThrow()).state, 'failed');
  });
});
