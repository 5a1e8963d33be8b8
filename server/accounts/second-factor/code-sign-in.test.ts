import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { forgetWaiting } from '#server/accounts/second-factor/waiting-sign-ins.ts';
import { addAccount, PASSWORD } from '#proofs/support/accounts/account.ts';
import { subjectsTo, tokenTo } from '#proofs/support/accounts/letters.ts';
import { mfaIdOf, type SecondFactor, turnOnSecondFactor } from '#proofs/support/accounts/second-factor.ts';
import { onServerWith, refusalOf, settle, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const WRONG = { status: 400, message: 'Invalid or expired OTP.', codes: {} };
const NEXT = { seconds: 30 };

interface Protected extends SecondFactor {
  owner: OwnerId;
  email: string;
}

/** An account with a second factor whose code at this moment is not used yet. */
async function protectedAccount(server: TestServer): Promise<Protected> {
  const email = `${newRecordId()}@example.org`;
  const owner = await addAccount(server.context, { email, email_key: email });
  const pb = server.visitor();
  await pb.collection('users').authWithPassword(email, PASSWORD);
  const factor = await turnOnSecondFactor(pb, server.clock.now);
  server.clock.now = server.clock.now.add(NEXT);
  return { ...factor, owner, email };
}

async function enter(server: TestServer, mfaId: string, code: string, method = 'totp') {
  return server.visitor().collection('users').authWithOTP(method, code, { mfaId });
}

function signInsOf(server: TestServer, owner: OwnerId): Promise<unknown[]> {
  return server.context.db.read.selectFrom('sign_ins').select('id').where('user', '=', owner).execute();
}

/** A code that is none of those that are right about now. */
function wrongCode({ codeAt }: SecondFactor, now: Temporal.Instant): string {
  const right = [-60, -30, 0, 30, 60].map((seconds) => codeAt(now.add({ seconds })));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);

  it('SAFE-02 the SDK signs in with a password and the code of the app', async () => {
    const account = await protectedAccount(server);
    const pb = server.visitor();
    const mfaId = await mfaIdOf(pb, account.email);
    const { record, token } = await pb
      .collection('users')
      .authWithOTP('totp', account.codeAt(server.clock.now), { mfaId });
    assert.deepEqual([record.id, record['email']], [account.owner, account.email]);
    assert.equal(pb.authStore.token, token);
    assert.equal((await pb.collection('users').getOne(account.owner)).id, account.owner);
    // The same number and the same code sign in once.
    assert.deepEqual(await refusalOf(enter(server, mfaId, account.codeAt(server.clock.now))), WRONG);
  });

  test('SAFE-02 a code of one step before or after is right, of three it is not, and the one that turned it on is used', async () => {
    const account = await protectedAccount(server);
    const codeAfter = (steps: number) => account.codeAt(server.clock.now.add({ seconds: 30 * steps }));
    const attempt = async (code: string) => enter(server, await mfaIdOf(server.visitor(), account.email), code);
    for (const steps of [-3, 3, -1]) assert.deepEqual(await refusalOf(attempt(codeAfter(steps))), WRONG);
    assert.ok((await attempt(codeAfter(1))).token);
    server.clock.now = server.clock.now.add({ seconds: 90 });
    const late = codeAfter(-1);
    assert.ok((await attempt(`${late.slice(0, 3)} ${late.slice(3)}`)).token);
  });

  it('SAFE-02 no replay of a used code signs in', async () => {
    const account = await protectedAccount(server);
    const code = account.codeAt(server.clock.now);
    await enter(server, await mfaIdOf(server.visitor(), account.email), code);
    const before = await signInsOf(server, account.owner);
    const replay = async () => enter(server, await mfaIdOf(server.visitor(), account.email), code);
    const { passed } = await settle(Array.from({ length: rounds({ short: 20, long: 100 }) }, replay));
    assert.equal(passed, 0);
    assert.deepEqual(await signInsOf(server, account.owner), before);
  });

  test('SAFE-02 a code sent many times at once signs in once, under one number and under several', async () => {
    for (const numbers of [1, 4]) {
      const account = await protectedAccount(server);
      const before = await signInsOf(server, account.owner);
      const mfaIds = await Promise.all(Array.from({ length: numbers }, () => mfaIdOf(server.visitor(), account.email)));
      const code = account.codeAt(server.clock.now);
      const at = Array.from({ length: 8 }, (_, index) => mfaIds[index % numbers] ?? '');
      const { passed, refusals } = await settle(at.map((mfaId) => enter(server, mfaId, code)));
      assert.equal(passed, 1);
      for (const { status } of refusals) assert.equal(status, 400);
      assert.equal((await signInsOf(server, account.owner)).length, before.length + 1);
    }
  });

  it('SAFE-02 a number is good for 180 seconds and five wrong codes, and the table forgets it', async () => {
    const account = await protectedAccount(server);
    const late = await mfaIdOf(server.visitor(), account.email);
    server.clock.now = server.clock.now.add({ seconds: 179 });
    assert.deepEqual(await refusalOf(enter(server, late, wrongCode(account, server.clock.now))), WRONG);
    server.clock.now = server.clock.now.add({ seconds: 1 });
    assert.deepEqual(await refusalOf(enter(server, late, account.codeAt(server.clock.now))), WRONG);
    await forgetWaiting(server.context);
    assert.equal((await waitingOf(server, account.owner)).length, 0);

    const tried = await mfaIdOf(server.visitor(), account.email);
    for (let time = 0; time < 5; time += 1)
      assert.deepEqual(await refusalOf(enter(server, tried, wrongCode(account, server.clock.now))), WRONG);
    assert.equal((await refusalOf(enter(server, tried, account.codeAt(server.clock.now)))).status, 429);
    const next = await mfaIdOf(server.visitor(), account.email);
    assert.ok((await enter(server, next, account.codeAt(server.clock.now))).token);
    await forgetWaiting(server.context);
    assert.equal((await waitingOf(server, account.owner)).length, 1, 'one that is not over stays');
  });

  it('SAFE-02 the server keeps a hash of a number; foreign, cut and changed ones are refused alike', async () => {
    const [account, other] = [await protectedAccount(server), await protectedAccount(server)];
    const mfaId = await mfaIdOf(server.visitor(), account.email);
    assert.match(mfaId, /^[a-z0-9]{47}$/);
    const stored = JSON.stringify(await waitingOf(server, account.owner));
    assert.ok(!stored.includes(mfaId.slice(15)));
    const foreign = await mfaIdOf(server.visitor(), other.email);
    const code = account.codeAt(server.clock.now);
    const bad = [
      '',
      'x',
      mfaId.slice(1),
      `${mfaId}0`,
      mfaId.slice(0, 15),
      mfaId.slice(0, 15) + foreign.slice(15),
      foreign,
    ];
    for (const number of [...bad, mfaId.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')), '\0'.repeat(47)])
      assert.deepEqual(await refusalOf(enter(server, number, code)), WRONG, number);
    for (const [method, typed] of [
      ['sms', code],
      ['totp', ''],
      ['recovery', code],
    ] as const)
      assert.deepEqual(await refusalOf(enter(server, mfaId, typed, method)), WRONG);
    assert.ok((await enter(server, mfaId, code)).token);
  });

  it('SAFE-02 a password alone yields no token by any route', async () => {
    const account = await protectedAccount(server);
    const pb = server.visitor();
    const users = pb.collection('users');
    const mfaId = await mfaIdOf(pb, account.email);
    const send = (url: string, body: object, token = mfaId) =>
      pb.send(url, { method: 'POST', body, headers: { Authorization: token } });
    const auth = '/api/collections/users';
    const refused: [Promise<unknown>, number][] = [
      [send(`${auth}/auth-refresh`, {}), 401],
      [send(`${auth}/auth-with-oauth2`, { provider: 'x', code: 'x' }), 404],
      [send(`${auth}/impersonate/${account.owner}`, {}), 404],
      [send(`${auth}/request-otp`, { email: account.email }), 404],
      [send(`${auth}/request-email-change`, { newEmail: 'thief@example.org' }), 401],
      [send(`${auth}/confirm-email-change`, { token: mfaId, password: PASSWORD }), 400],
      [send('/api/second-factor/secret', { password: PASSWORD }), 401],
      [send('/api/second-factor/codes', { password: PASSWORD }), 401],
      [pb.send('/api/second-factor', { method: 'DELETE', body: { password: PASSWORD } }), 401],
      [
        users.update(account.owner, {
          oldPassword: PASSWORD,
          password: 'a new one 123',
          passwordConfirm: 'a new one 123',
        }),
        404,
      ],
      [users.delete(account.owner, { body: { password: PASSWORD } }), 404],
      [
        send('/api/batch', {
          requests: [
            {
              method: 'POST',
              url: `${auth}/auth-with-password`,
              body: { identity: account.email, password: PASSWORD },
            },
          ],
        }),
        400,
      ],
    ];
    for (const [call, status] of refused) {
      const refusal = await refusalOf(call);
      assert.equal(refusal.status, status, JSON.stringify(refusal));
    }
    assert.equal(pb.authStore.token, '');
    assert.equal(
      (await refusalOf(users.authWithPassword(account.email, 'wrong password'))).message,
      'Failed to authenticate.',
    );
  });

  it('SAFE-02 a reset by letter leaves the second factor on, and ends what waited', async () => {
    const account = await protectedAccount(server);
    const waited = await mfaIdOf(server.visitor(), account.email);
    const users = server.visitor().collection('users');
    await users.requestPasswordReset(account.email);
    const token = await tokenTo(server.context, account.email, 'Новый пароль');
    const password = 'another horse battery';
    await users.confirmPasswordReset(token, password, password);
    const code = account.codeAt(server.clock.now);
    assert.deepEqual(await refusalOf(enter(server, waited, code)), WRONG);
    const mfaId = await mfaIdOf(server.visitor(), account.email, password);
    const pb = server.visitor();
    await pb.collection('users').authWithOTP('totp', code, { mfaId });

    // A changed password ends every sign-in, and the next one asks again.
    const change = { oldPassword: password, password: PASSWORD, passwordConfirm: PASSWORD };
    const waits = await mfaIdOf(server.visitor(), account.email, password);
    await pb.collection('users').update(account.owner, change);
    server.clock.now = server.clock.now.add(NEXT);
    assert.deepEqual(await refusalOf(enter(server, waits, account.codeAt(server.clock.now))), WRONG);
    await mfaIdOf(server.visitor(), account.email);
  });

  it('SAFE-02 an account that is deleted while a sign-in waits lets no caller in', async () => {
    const account = await protectedAccount(server);
    const pb = server.visitor();
    const mfaId = await mfaIdOf(pb, account.email);
    await pb.collection('users').authWithOTP('totp', account.codeAt(server.clock.now), { mfaId });
    const waits = await mfaIdOf(server.visitor(), account.email);
    server.clock.now = server.clock.now.add(NEXT);
    await pb.collection('users').delete(account.owner, { body: { password: PASSWORD } });
    assert.deepEqual(await refusalOf(enter(server, waits, account.codeAt(server.clock.now))), WRONG);
    const { read } = server.context.db;
    assert.deepEqual(
      await read.selectFrom('second_factors').selectAll().where('user', '=', account.owner).execute(),
      [],
    );
    assert.deepEqual(await waitingOf(server, account.owner), []);
  });

  it('SAFE-02 SAFE-03 a recovery code signs in once, and one letter says so and from where', async () => {
    const account = await protectedAccount(server);
    const [code = '', second = ''] = account.recoveryCodes;
    const pb = server.visitor('198.51.100.66');
    const mfaId = await mfaIdOf(pb, account.email);
    const typed = code.toLowerCase().replaceAll('-', ' ');
    await pb.collection('users').authWithOTP('recovery', typed, { mfaId });
    assert.deepEqual(await pb.send('/api/second-factor', {}), { enabled: true, codesLeft: 9 });
    const again = await mfaIdOf(server.visitor(), account.email);
    assert.deepEqual(await refusalOf(enter(server, again, code, 'recovery')), WRONG);
    const { passed } = await settle(Array.from({ length: 4 }, () => enter(server, again, second, 'recovery')));
    assert.equal(passed, 1);
    const { items } = await pb.send<{ items: { action: string }[] }>('/api/journal', {});
    const actions = items.map(({ action }) => action);
    assert.equal(actions.filter((action) => action === 'recovery_code_used').length, 2);
    assert.equal(actions.filter((action) => action === 'code_refused').length, 1);
    assert.deepEqual(await subjectsTo(server.context, account.email), [
      'Вход по запасному коду',
      'Вход по запасному коду',
      'Двухфакторный вход включён',
    ]);
  });
});

function waitingOf(server: TestServer, owner: OwnerId): Promise<unknown[]> {
  return server.context.db.read.selectFrom('waiting_sign_ins').selectAll().where('user', '=', owner).execute();
}
