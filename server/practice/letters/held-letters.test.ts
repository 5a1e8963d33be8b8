import assert from 'node:assert/strict';
import { after, before, beforeEach, test as it } from 'node:test';
import type { LetterPreview } from '#domain/letters/letter.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, type LetterPractice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { listAccounts } from '#server/operation/operator/accounts.ts';
import { parseLetter } from '#server/ground/mail/read-letters.ts';
import { changeAccount } from '#server/operation/operator/change-account.ts';
import { stopHash } from '#server/practice/letters/address-keys.ts';
import { stopLetters } from '#server/practice/letters/stop-letters.ts';

forEachEngine((engine) => {
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  const plan = async (anna: LetterPractice, email: string): Promise<void> => {
    const client = await anna.client({ email });
    await anna.session(client, '2026-12-02 07:00:00.000Z', { allowOverlap: true });
  };
  const isHeld = async (anna: LetterPractice): Promise<boolean> => {
    const body = { kind: 'session-planned' };
    const { held } = await anna.pb.send<LetterPreview>('/api/letters/preview', { method: 'POST', body });
    const query = { text: anna.owner, page: 1, largest: false };
    const { accounts } = await listAccounts(office.server.context, query);
    assert.deepEqual(
      accounts.map(({ lettersHeld }) => lettersHeld),
      [held],
    );
    return held;
  };
  /** Returns how many letters told a practitioner that their letters are held. */
  const toldHeld = async (anna: LetterPractice): Promise<number> => {
    const { read } = office.server.context.db;
    const queued = read.selectFrom('outbox').select('id').where('kind', '=', 'letters-held');
    return (await queued.where('account', '=', anna.owner).execute()).length;
  };
  const planned = async (anna: LetterPractice, count: number, word: string): Promise<void> => {
    for (let at = 0; at < count; at += 1) await plan(anna, `${word}${at}@example.org`);
    await office.settle();
  };

  for (const way of ['refusals', 'opt-outs'] as const) {
    const title = `LETTER-09 too many ${way} hold an account’s letters, which wait until the operator lets them go; a few do not`;
    it(title, async () => {
      const [anna, boris] = [await office.practitioner(), await office.practitioner()];
      const { context } = office.server;
      const unwelcome = async (count: number, word: string): Promise<void> => {
        if (way === 'opt-outs') {
          for (let at = 0; at < count; at += 1) {
            const hash = stopHash(context, anna.owner, `${word}${at}@example.com`);
            await stopLetters(context, { owner: anna.owner, hash });
          }
          return;
        }
        office.smtp.behaviour = 'refuse';
        office.smtp.refusal = '550 5.1.1 no such user';
        await planned(anna, count, word);
        office.smtp.behaviour = 'accept';
      };
      await planned(anna, 3, `fine-${way}`);
      await unwelcome(9, `gone-${way}`);
      assert.equal(await isHeld(anna), false);
      assert.equal(await toldHeld(anna), 0);
      await unwelcome(10, `more-${way}`);
      assert.equal(await isHeld(anna), true);
      await office.send();
      assert.equal(await toldHeld(anna), 1);
      // The mail server of the test refuses letters to her as well.
      const subjects = office.smtp.taken.map((raw) => parseLetter('', raw).subject);
      if (way === 'opt-outs') assert.ok(subjects.includes('Письма клиентам остановлены — Кабинет'));
      await plan(anna, `waits-${way}@example.org`);
      await plan(boris, `other-${way}@example.org`);
      await office.settle();
      const sentTo = () => office.taken().map(({ to }) => to);
      assert.ok(!sentTo().includes(`waits-${way}@example.org`) && sentTo().includes(`other-${way}@example.org`));
      const waiting = await anna.letters("state = 'due'");
      assert.deepEqual(new Set(waiting.map(({ reason }) => reason)), new Set(['held']));
      await changeAccount(context, anna.owner, 'allowLetters');
      assert.equal(await isHeld(anna), false);
      await office.advance({ hours: 1 });
      assert.ok(sentTo().includes(`waits-${way}@example.org`));
      await assert.rejects(changeAccount(context, anna.owner, 'allowLetters'), /are not held/);
      // Earlier ones no longer count.
      await unwelcome(1, `last-${way}`);
      assert.equal(await isHeld(anna), false);
      // Held again on the same day, the practitioner gets no second letter; on the next day they do.
      for (const [word, letters] of [
        ['again', 1],
        ['tomorrow', 2],
      ] as const) {
        if (word === 'tomorrow') {
          await changeAccount(context, anna.owner, 'allowLetters');
          await office.advance({ hours: 24 });
        }
        await unwelcome(12, `${word}-${way}`);
        assert.equal(await isHeld(anna), true, word);
        await office.send();
        assert.equal(await toldHeld(anna), letters, word);
      }
    });
  }
});
