import assert from 'node:assert/strict';
import { PASSWORD } from '#proofs/support/accounts/account.ts';
import { keys, locksmith, newCode, post } from '#proofs/support/strict.ts';
import { onServer, refusalOf } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const WRONG = '0000-0000-0000-0000-0000-0000-0000-0000';

onServer((server, engine) => {
  const it = sameOnBoth(engine);

  it('SEAL-04 ten wrong codes in a quarter of an hour meet a 429; the right one costs nothing', async () => {
    const { pb } = await locksmith(server);
    const code = await newCode(pb);
    for (let guess = 0; guess < 9; guess += 1) {
      const refusal = await refusalOf(post(pb, 'strict', { password: PASSWORD, code: WRONG }));
      assert.deepEqual(refusal.codes, { code: 'validation_invalid_code' });
    }
    await post(pb, 'strict', { password: PASSWORD, code });
    assert.equal((await post(pb, 'strict', { password: PASSWORD, code })).mode, 'password');
    await refusalOf(post(pb, 'unlock', { password: PASSWORD, code: WRONG }));
    assert.equal((await refusalOf(post(pb, 'unlock', { password: PASSWORD, code }))).status, 429);
    assert.equal((await keys(pb)).locked, false);
  });

  it('SEAL-04 who has a token and not the password uses up none of the owner’s attempts at a code', async () => {
    const { pb } = await locksmith(server);
    const code = await newCode(pb);
    await post(pb, 'strict', { password: PASSWORD, code });
    for (let guess = 0; guess < 5; guess += 1) {
      await refusalOf(post(pb, 'unlock', { password: 'wrong password', code: WRONG }));
    }
    for (let guess = 0; guess < 6; guess += 1) {
      const refusal = await refusalOf(post(pb, 'unlock', { password: PASSWORD, code: WRONG }));
      assert.equal(refusal.status, 400);
    }
    assert.equal((await post(pb, 'unlock', { password: PASSWORD, code })).locked, false);
  });
});
