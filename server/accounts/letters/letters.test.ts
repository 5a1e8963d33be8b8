import assert from 'node:assert/strict';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { onEmptiedServer } from '#proofs/support/emptied-server.ts';
import { lettersTo, subjectsTo, tokenTo } from '#proofs/support/accounts/letters.ts';
import { accountLetters } from '#server/accounts/letters/letter-writers.ts';
import { issueToken } from '#server/accounts/tokens/tokens.ts';
import { refusalOf, settle, type TestServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const NEW_PASSWORD = 'another horse battery';
const NEW_EMAIL = 'anna.new@example.org';
const STRANGER = 'nobody@example.org';

function users(server: TestServer) {
  return server.visitor().collection('users');
}

async function signedIn(server: TestServer): Promise<PocketBase> {
  const pb = server.visitor();
  await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
  return pb;
}

async function account({ context }: TestServer) {
  return context.db.read.selectFrom('users').selectAll().executeTakeFirstOrThrow();
}

/** Returns how many accounts the caller sees: 0 for every caller whose token is refused. */
async function seenBy(pb: PocketBase): Promise<number> {
  return (await pb.collection('users').getList()).items.length;
}

onEmptiedServer((server, engine) => {
  const it = sameOnBoth(engine);

  it('AUTH-04 the verification letter is sent again on request, to unverified accounts alone', async () => {
    await addAccount(server.context, { verified: 0, created: '2026-11-20 09:00:00.000Z' });
    for (const email of [EMAIL, EMAIL.toUpperCase(), STRANGER]) {
      await users(server).requestVerification(email);
      server.clock.now = server.clock.now.add({ minutes: 2 });
    }
    assert.deepEqual(await subjectsTo(server.context, EMAIL), ['Подтвердите email', 'Подтвердите email']);
    assert.deepEqual(await subjectsTo(server.context, STRANGER), []);
    await users(server).confirmVerification(await tokenTo(server.context, EMAIL, 'Подтвердите email'));
    await users(server).requestVerification(EMAIL);
    assert.equal((await lettersTo(server.context, EMAIL)).length, 2);
    const { status, codes } = await refusalOf(users(server).requestVerification(''));
    assert.deepEqual([status, codes], [400, { email: 'validation_required' }]);
    assert.deepEqual((await refusalOf(users(server).requestVerification('x'))).codes, { email: 'validation_is_email' });
  });

  it('AUTH-01 asking for verification within two minutes of the registration sends no second letter', async () => {
    await users(server).create({ email: EMAIL, password: PASSWORD, passwordConfirm: PASSWORD });
    await users(server).requestVerification(EMAIL);
    assert.equal((await lettersTo(server.context, EMAIL)).length, 1);
    server.clock.now = server.clock.now.add({ seconds: 119 });
    await users(server).requestVerification(EMAIL.toUpperCase());
    assert.equal((await lettersTo(server.context, EMAIL)).length, 1);
    server.clock.now = server.clock.now.add({ seconds: 1 });
    await users(server).requestVerification(EMAIL);
    assert.equal((await lettersTo(server.context, EMAIL)).length, 2);
  });

  test('AUTH-01 a verification link works for 24 hours and more than once; no other token does its work', async () => {
    await addAccount(server.context, { verified: 0 });
    const row = await account(server);
    const { secrets } = server.context;
    const token = issueToken(secrets, 'verification', row, { email: EMAIL }, server.clock.now);
    const old = issueToken(secrets, 'verification', row, { email: STRANGER }, server.clock.now);
    const reset = issueToken(secrets, 'passwordReset', row, { email: EMAIL }, server.clock.now);
    const codeOf = async (value: string) => (await refusalOf(users(server).confirmVerification(value))).codes['token'];
    assert.equal(await codeOf(''), 'validation_required');
    assert.equal(await codeOf('x'), 'validation_invalid_token_claims');
    assert.equal(await codeOf(reset), 'validation_invalid_token');
    assert.equal(await codeOf(old), 'validation_token_email_mismatch');
    server.clock.now = server.clock.now.add({ hours: 23 });
    await users(server).confirmVerification(token);
    await users(server).confirmVerification(token);
    assert.equal((await account(server)).verified, 1);
    server.clock.now = server.clock.now.add({ hours: 2 });
    assert.equal(await codeOf(token), 'validation_invalid_token');
  });

  it('AUTH-09 a forgotten password is set again by a link that works once, and every sign-in ends', async () => {
    await addAccount(server.context);
    const pb = await signedIn(server);
    const ended: unknown[] = [];
    server.context.events.onAccessEnded((event) => ended.push(event));
    for (const email of [EMAIL, STRANGER]) await users(server).requestPasswordReset(email);
    assert.deepEqual(await subjectsTo(server.context, STRANGER), []);
    const token = await tokenTo(server.context, EMAIL, 'Новый пароль');
    await users(server).confirmPasswordReset(token, NEW_PASSWORD, NEW_PASSWORD);
    assert.equal(await seenBy(pb), 0);
    assert.deepEqual(ended, [{ user: pb.authStore.record?.id }]);
    assert.equal((await refusalOf(users(server).authWithPassword(EMAIL, PASSWORD))).status, 400);
    await users(server).authWithPassword(EMAIL, NEW_PASSWORD);
    const again = await refusalOf(users(server).confirmPasswordReset(token, PASSWORD, PASSWORD));
    assert.deepEqual(again.codes, { token: 'validation_invalid_token' });
    assert.deepEqual(await subjectsTo(server.context, EMAIL), ['Новый пароль', 'Пароль изменён']);
  });

  test('AUTH-09 of two uses of one reset link at once one passes', async () => {
    await addAccount(server.context);
    await users(server).requestPasswordReset(EMAIL);
    const token = await tokenTo(server.context, EMAIL, 'Новый пароль');
    const { passed } = await settle(
      Array.from({ length: 4 }, (_, index) => {
        const password = `${NEW_PASSWORD} ${index}`;
        return users(server).confirmPasswordReset(token, password, password);
      }),
    );
    assert.equal(passed, 1);
  });

  it('AUTH-09 a reset verifies the address, its link ends after half an hour, and each field is blamed', async () => {
    await addAccount(server.context, { verified: 0 });
    await users(server).requestPasswordReset(EMAIL);
    const token = await tokenTo(server.context, EMAIL, 'Новый пароль');
    const wrong = await refusalOf(users(server).confirmPasswordReset('x', 'short', 'other'));
    assert.deepEqual(wrong.codes, {
      token: 'validation_invalid_token',
      password: 'validation_length_out_of_range',
      passwordConfirm: 'validation_values_mismatch',
    });
    const { now } = server.clock;
    server.clock.now = now.add({ minutes: 31 });
    const late = await refusalOf(users(server).confirmPasswordReset(token, NEW_PASSWORD, NEW_PASSWORD));
    assert.deepEqual(late.codes, { token: 'validation_invalid_token' });
    server.clock.now = now;
    await users(server).confirmPasswordReset(token, NEW_PASSWORD, NEW_PASSWORD);
    const { record } = await users(server).authWithPassword(EMAIL, NEW_PASSWORD);
    assert.equal(record['verified'], true);
  });

  it('AUTH-09 the e-mail changes after the letter to the new address and the password, and every sign-in ends', async () => {
    await addAccount(server.context);
    const pb = await signedIn(server);
    await pb.collection('users').requestEmailChange(NEW_EMAIL);
    assert.deepEqual(await subjectsTo(server.context, EMAIL), ['Запрошена смена адреса']);
    const token = await tokenTo(server.context, NEW_EMAIL, 'Подтвердите новый адрес');
    const wrong = await refusalOf(users(server).confirmEmailChange(token, 'wrong password'));
    assert.deepEqual(wrong.codes, { password: 'validation_invalid_password' });
    assert.equal((await account(server)).email, EMAIL);
    await users(server).confirmEmailChange(token, PASSWORD);
    assert.equal(await seenBy(pb), 0);
    assert.equal((await refusalOf(users(server).authWithPassword(EMAIL, PASSWORD))).status, 400);
    const { record } = await users(server).authWithPassword(NEW_EMAIL, PASSWORD);
    assert.deepEqual([record['email'], record['verified']], [NEW_EMAIL, true]);
    const again = await refusalOf(users(server).confirmEmailChange(token, PASSWORD));
    assert.deepEqual(again.codes, { token: 'validation_invalid_token' });
    assert.deepEqual(await subjectsTo(server.context, NEW_EMAIL), ['Адрес изменён', 'Подтвердите новый адрес']);
  });

  it('AUTH-09 letters about a change of e-mail go to the address of the time of the request, also when they are sent late', async () => {
    await addAccount(server.context);
    const pb = await signedIn(server);
    await pb.collection('users').requestEmailChange(NEW_EMAIL);
    const token = await tokenTo(server.context, NEW_EMAIL, 'Подтвердите новый адрес');
    await pb.collection('users').confirmEmailChange(token, PASSWORD);
    assert.deepEqual(await subjectsTo(server.context, EMAIL), ['Адрес аккаунта изменён', 'Запрошена смена адреса']);
    const { id, email } = await account(server);
    assert.equal(email, NEW_EMAIL);
    const late = (address: string | null) =>
      accountLetters['email-change-requested'](server.context, { user: id }, address);
    assert.equal((await late(EMAIL))?.to, EMAIL);
    assert.equal(await late(null), null);
  });

  test('AUTH-09 an e-mail change is refused to guests, to one’s own and to taken addresses', async () => {
    await addAccount(server.context);
    await addAccount(server.context, { email: STRANGER });
    assert.equal((await refusalOf(users(server).requestEmailChange(NEW_EMAIL))).status, 401);
    const pb = await signedIn(server);
    const codeOf = async (email: string) => (await refusalOf(pb.collection('users').requestEmailChange(email))).codes;
    assert.deepEqual(await codeOf(STRANGER.toUpperCase()), { newEmail: 'validation_invalid_new_email' });
    assert.deepEqual(await codeOf(EMAIL), { newEmail: 'validation_not_in_invalid' });
    assert.deepEqual(await codeOf('x'), { newEmail: 'validation_is_email' });
    assert.deepEqual(await codeOf(''), { newEmail: 'validation_required' });
  });

  test('AUTH-09 only the last requested e-mail can be confirmed, and not one that was taken meanwhile', async () => {
    await addAccount(server.context);
    const pb = await signedIn(server);
    const asked = async (email: string): Promise<string> => {
      await pb.collection('users').requestEmailChange(email);
      return tokenTo(server.context, email, 'Подтвердите новый адрес');
    };
    const first = await asked('first@example.org');
    const second = await asked(NEW_EMAIL);
    const codeOf = async (token: string) =>
      (await refusalOf(users(server).confirmEmailChange(token, PASSWORD))).codes['token'];
    assert.equal(await codeOf(first), 'validation_invalid_token');
    await addAccount(server.context, { email: NEW_EMAIL });
    assert.equal(await codeOf(second), 'validation_invalid_token_email');
    const row = await server.context.db.read.selectFrom('users').select('id').where('email', '=', EMAIL).execute();
    assert.equal(row.length, 1);
    assert.equal(await seenBy(pb), 1);
    const verification = issueToken(
      server.context.secrets,
      'verification',
      await account(server),
      { email: EMAIL },
      server.clock.now,
    );
    assert.equal(await codeOf(verification), 'validation_invalid_token_payload');
  });

  it('AUTH-09 a letter asked for six times is sent once, and again after two minutes', async () => {
    await addAccount(server.context);
    const pb = await signedIn(server);
    const ask = async (): Promise<void> => {
      await users(server).requestPasswordReset(EMAIL);
      await pb.collection('users').requestEmailChange(NEW_EMAIL);
    };
    for (let press = 0; press < 6; press += 1) await ask();
    const once = ['Запрошена смена адреса', 'Новый пароль'];
    assert.deepEqual(await subjectsTo(server.context, EMAIL), once);
    assert.equal((await lettersTo(server.context, NEW_EMAIL)).length, 1);
    await pb.collection('users').requestEmailChange('other@example.org');
    assert.equal((await lettersTo(server.context, 'other@example.org')).length, 1);
    server.clock.now = server.clock.now.add({ minutes: 2 });
    await ask();
    assert.deepEqual(await subjectsTo(server.context, EMAIL), [...once, ...once].toSorted());
  });

  it('strangers who ask for letters to an e-mail keep its owner from asking no longer than two minutes', async () => {
    await addAccount(server.context);
    await settle(Array.from({ length: 30 }, () => users(server).requestPasswordReset(EMAIL)));
    server.clock.now = server.clock.now.add({ minutes: 2 });
    await users(server).requestPasswordReset(EMAIL);
    assert.equal((await lettersTo(server.context, EMAIL)).length, 2);
  });

  it('letters are limited for an address, and for an e-mail from there, known or not; five in a quarter of an hour pass', async () => {
    await addAccount(server.context);
    for (const email of [EMAIL, STRANGER]) {
      const asking = users(server);
      const tagged = (at: number): string => email.replace('@', `+${at}@`);
      const { passed, refusals } = await settle(
        Array.from({ length: 20 }, (_, at) => asking.requestPasswordReset(at % 2 ? email : tagged(at))),
      );
      assert.ok(passed >= 5 && passed < 15, email);
      assert.ok(refusals.every(({ status }) => status === 429));
    }
    const one = users(server);
    const { passed } = await settle(
      Array.from({ length: 100 }, (_, index) => one.requestPasswordReset(`${index}@example.org`)),
    );
    assert.ok(passed >= 5 && passed <= 20);
  });

  it('AUTH-14 one mailbox under many tags gets few letters, from however many networks they are asked for', async () => {
    const register = (at: number) => {
      const password = `rare words ${at}`;
      const email = `o.l.g.a+${at}@gmail.com`;
      return users(server).create({ email, password, passwordConfirm: password });
    };
    const { passed, refusals } = await settle(Array.from({ length: 40 }, (_, at) => register(at)));
    assert.ok(passed <= 22, `${passed} registrations`);
    assert.ok(refusals.every(({ status }) => status === 429));
    // Those that are there multiply no letters either, and a stranger learns nothing of it.
    const letters = async () =>
      (await server.context.db.read.selectFrom('outbox').select(['kind', 'dedupe_key']).execute()).filter(
        ({ kind }) => kind === 'verification' || kind === 'password-reset',
      ).length;
    const before = await letters();
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        await users(server).requestPasswordReset(`olga+${at}@googlemail.com`);
        await users(server).requestPasswordReset(`o.l.g.a+${at}@gmail.com`);
        await users(server).requestVerification(`o.l.g.a+${at}@gmail.com`);
      }),
    );
    assert.ok((await letters()) <= before + 1);
    // Another mailbox is none the worse.
    const password = 'rare words for olga';
    await users(server).create({ email: 'olga@mail.example', password, passwordConfirm: password });
  });

  it('AUTH-09 asking for a letter takes as long for an unknown address as for a known one', async () => {
    await addAccount(server.context);
    const took = async (email: string): Promise<number> => {
      const before = performance.now();
      await users(server).requestPasswordReset(email);
      return performance.now() - before;
    };
    const [known, unknown] = [await took(EMAIL), await took(STRANGER)];
    assert.ok(known >= 95 && unknown >= 95, `${known} and ${unknown} ms`);
  });
});
