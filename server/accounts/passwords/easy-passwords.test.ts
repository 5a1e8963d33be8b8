import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { tokenTo } from '#proofs/support/accounts/letters.ts';
import { COMMON_PASSWORDS } from '#server/accounts/passwords/common-passwords.ts';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openTestServer, refusalOf, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const EASY = ['12345678', 'password', 'йцукенгш', 'aaaaaaaa', EMAIL, 'kabinet1', 'светлана1'];
const NAME = 'Светлана';
const BLAMED = { password: 'validation_common_password' };

test('AUTH-13 the list has the 10,000 commonest passwords that are long enough, as they are compared', () => {
  assert.equal(COMMON_PASSWORDS.size, 10_000);
  for (const word of COMMON_PASSWORDS) assert.ok(word.length >= 8 && word === word.toLowerCase(), word);
});

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('AUTH-13 a password that everybody guesses is refused at registration, change and reset', async () => {
    await using server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    const users = server.visitor().collection('users');
    for (const password of EASY) {
      const form = { email: EMAIL, name: NAME, password, passwordConfirm: password };
      assert.deepEqual((await refusalOf(users.create(form))).codes, BLAMED, password);
    }
    const owner = await addAccount(server.context, { name: NAME });
    const pb = server.visitor();
    await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
    await users.requestPasswordReset(EMAIL);
    const token = await tokenTo(server.context, EMAIL, 'Новый пароль');
    for (const password of EASY) {
      const change = { oldPassword: PASSWORD, password, passwordConfirm: password };
      const changed = await refusalOf(pb.collection('users').update(owner, change));
      const reset = await refusalOf(users.confirmPasswordReset(token, password, password));
      assert.deepEqual([changed.codes, reset.codes], [BLAMED, BLAMED], password);
    }
  });

  it('AUTH-13 an account with such a password from before still signs in', async () => {
    await using server = await openTestServer(engine);
    await addAccount(server.context, { password_hash: await hashPassword('12345678') });
    await server.visitor().collection('users').authWithPassword(EMAIL, '12345678');
  });
});
