import assert from 'node:assert/strict';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('LETTER-04 of what an account sends to clients on a day the rest waits, and expires with its meeting', async () => {
    await using office = await openLetterOffice(engine, 'accept', undefined, {});
    const [anna, boris] = [await office.practitioner(), await office.practitioner()];
    const { limits } = office.server.context;
    // The accounts begin at the office's time; the third one is made old.
    const old = await office.practitioner();
    await office.server.context.db.write(({ trx }) =>
      trx.updateTable('users').set({ created: '2026-01-21 09:00:00.000Z' }).where('id', '=', old.owner).execute(),
    );
    for (const { owner } of [anna, old]) {
      await limits.take(LIMITS.clientLettersPerNewAccount, owner, LIMITS.clientLettersPerNewAccount.points - 1);
    }
    await limits.take(LIMITS.clientLettersPerAccount, old.owner, LIMITS.clientLettersPerAccount.points - 1);
    const plan = async (practice: typeof anna, email: string) => {
      await practice.session(await practice.client({ email }), '2026-11-21 12:00:00.000Z', { allowOverlap: true });
      await office.settle();
    };
    await plan(anna, 'first@example.org');
    await plan(anna, 'second@example.org');
    await plan(boris, 'other@example.org');
    await plan(old, 'old@example.org');
    await plan(old, 'older@example.org');
    const sentTo = () =>
      office
        .taken()
        .map(({ to }) => to)
        .toSorted();
    assert.deepEqual(sentTo(), ['first@example.org', 'old@example.org', 'other@example.org']);
    const [late] = await anna.letters("state = 'due' && kind = 'session-planned'");
    assert.equal(late?.reason, 'pace');
    await office.advance({ hours: 4 });
    const [gone] = await anna.letters(`id = '${late?.id}'`);
    assert.equal(gone?.state, 'expired');
    assert.deepEqual(sentTo(), ['first@example.org', 'old@example.org', 'other@example.org']);
  });
});
