import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, type LetterPractice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  /** Plans a session on each day of December; the mail server refuses the letters about them. */
  const refuse = async (
    anna: LetterPractice,
    client: string,
    days: readonly number[],
    reply: string,
  ): Promise<void> => {
    office.smtp.behaviour = 'refuse';
    office.smtp.refusal = reply;
    try {
      for (const day of days) await anna.session(client, `2026-12-0${day} 07:00:00.000Z`, { allowOverlap: true });
      await office.settle();
    } finally {
      office.smtp.behaviour = 'accept';
    }
    const failed = await anna.letters("state = 'failed'");
    assert.equal(failed.length >= days.length, true);
  };
  const chosen = async (anna: LetterPractice, client: string): Promise<unknown[]> => {
    const { reminders, letters_off } = await anna.pb.collection('clients').getOne(client);
    return [reminders, letters_off];
  };

  it('LETTER-07 a refusal that is not about the mailbox switches no client’s letters off', async () => {
    const anna = await office.practitioner();
    for (const [at, reply] of ['552 5.2.2 mailbox full', '554 no'].entries()) {
      const client = await anna.client({ email: `fine${at}@example.org` });
      await refuse(
        anna,
        client,
        [1, 2, 3, 4].map((day) => day + at),
        reply,
      );
      assert.deepEqual(await chosen(anna, client), ['email', ''], reply);
    }
    assert.deepEqual(
      new Set((await anna.letters("state = 'failed'")).map(({ reason }) => reason)),
      new Set(['RCPT TO 552 5.2.2', 'RCPT TO 554']),
    );
  });

  it('LETTER-07 a refusal for the sender’s sake makes the letter wait, which goes once the quota is free again', async () => {
    const anna = await office.practitioner();
    const client = await anna.client({ email: 'quota@example.org' });
    for (const [at, refusal] of ['550 5.4.5 Daily user sending quota exceeded', '550 relaying denied'].entries()) {
      Object.assign(office.smtp, { behaviour: 'refuse', refusal });
      const session = await anna.session(client, `2026-12-1${at} 07:00:00.000Z`);
      await office.settle();
      const [waiting] = await anna.letters(`session = '${session}'`);
      const reason = at === 0 ? 'RCPT TO 550 5.4.5 sender' : 'RCPT TO 550 sender';
      assert.deepEqual([waiting?.state, waiting?.reason], ['due', reason]);
      office.smtp.behaviour = 'accept';
      await office.advance({ minutes: 1 });
      assert.deepEqual((await anna.letters(`session = '${session}'`))[0]?.state, 'sent');
    }
    assert.deepEqual(await chosen(anna, client), ['email', '']);
  });

  it('LETTER-07 refusals count for the address that was refused: a corrected one begins from none', async () => {
    const anna = await office.practitioner();
    const client = await anna.client({ email: 'wrong@example.org' });
    await refuse(anna, client, [1, 2, 3], '550 5.1.1 no such user');
    await anna.pb.collection('clients').update(client, { email: 'right@example.org' });
    office.server.clock.now = NOON.add({ minutes: 1 });
    await refuse(anna, client, [4], '550 5.1.1 no such user');
    assert.deepEqual(await chosen(anna, client), ['email', '']);
    await refuse(anna, client, [5, 6, 7], '550 5.1.1 no such user');
    for (let patience = 3000; patience > 0 && (await chosen(anna, client))[0] === 'email'; patience -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.deepEqual(await chosen(anna, client), ['none', 'refused']);
  });
});
