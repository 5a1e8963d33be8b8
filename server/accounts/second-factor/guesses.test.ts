import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { subjectsTo, tokenTo } from '#proofs/support/accounts/letters.ts';
import { mfaIdOf, type SecondFactor, turnOnSecondFactor } from '#proofs/support/accounts/second-factor.ts';
import { ask } from '#proofs/support/ask.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const GUESSES = rounds({ short: 60, long: 250 });
const NEW_PASSWORD = 'another horse battery';

async function post(server: TestServer, url: string, body: object, token?: string): Promise<number> {
  const { status } = await ask(server.app, { method: 'POST', url, body, ...(token !== undefined && { token }) });
  return status;
}

const enter = (server: TestServer, mfaId: string, code: string, method = 'totp'): Promise<number> =>
  post(server, `/api/collections/users/auth-with-otp?mfaId=${mfaId}`, { otpId: method, password: code });

/** Codes that are never right while the clock stands still. */
function* wrongCodes({ codeAt }: Pick<SecondFactor, 'codeAt'>, now: Temporal.Instant): Generator<string> {
  const right = [-30, 0, 30].map((seconds) => codeAt(now.add({ seconds })));
  for (let at = 0; ; at += 1) {
    const code = String(at).padStart(6, '0');
    if (!right.includes(code)) yield code;
  }
}

const next = (codes: Generator<string>): string => String(codes.next().value);

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it(`SAFE-02 of ${GUESSES} guesses at most 20 are looked at, whatever is done between them`, async () => {
    await using server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    const { context, clock } = server;
    await addAccount(context);
    const owner = server.visitor();
    await owner.collection('users').authWithPassword(EMAIL, PASSWORD);
    const factor = await turnOnSecondFactor(owner, clock.now);
    clock.now = clock.now.add({ seconds: 30 });
    let password = PASSWORD;
    const codes = wrongCodes(factor, clock.now);
    const statuses: number[] = [];
    const between: Record<number, () => Promise<void>> = {
      // The owner signs in, and later makes other recovery codes.
      10: async () => {
        assert.equal(await enter(server, await mfaIdOf(server.visitor(), EMAIL), factor.codeAt(clock.now)), 200);
      },
      15: async () => {
        await owner.send('/api/second-factor/codes', { method: 'POST', body: { password } });
      },
      // The thief of a mailbox resets the password.
      35: async () => {
        const users = server.visitor().collection('users');
        await users.requestPasswordReset(EMAIL);
        await users.confirmPasswordReset(await tokenTo(context, EMAIL, 'Новый пароль'), NEW_PASSWORD, NEW_PASSWORD);
        password = NEW_PASSWORD;
      },
    };
    for (let at = 0; at < GUESSES; at += 5) {
      await between[at]?.();
      const mfaId = await mfaIdOf(server.visitor(), EMAIL, password);
      const method = at % 2 === 0 ? 'totp' : 'recovery';
      statuses.push(...(await Promise.all(Array.from({ length: 5 }, () => enter(server, mfaId, next(codes), method)))));
    }
    const looked = statuses.filter((status) => status === 400).length;
    assert.equal(statuses.length, GUESSES);
    assert.equal(looked, 20);
    assert.equal(statuses.filter((status) => status === 429).length, GUESSES - looked);

    // Not even the right code is looked at; a recovery code, which nobody guesses, lets the owner in.
    clock.now = clock.now.add({ seconds: 60 });
    const mfaId = await mfaIdOf(server.visitor(), EMAIL, password);
    assert.equal(await enter(server, mfaId, factor.codeAt(clock.now)), 429);
    clock.now = clock.now.add({ hours: 24 });
    assert.equal(await enter(server, await mfaIdOf(server.visitor(), EMAIL, password), factor.codeAt(clock.now)), 200);

    // Each guess that was looked at stands in the journal, and the owner was told once.
    const entries = await context.db.read
      .selectFrom('journal')
      .select('author')
      .where('action', '=', 'code_refused')
      .execute();
    assert.equal(entries.length, looked);
    const told = (await subjectsTo(context, EMAIL)).filter((subject) => subject === 'Неверные коды при входе');
    assert.equal(told.length, 1);
  });

  it('SAFE-02 a recovery code lets the owner in past the guesses of another', async () => {
    await using server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    await addAccount(server.context);
    const owner = server.visitor();
    await owner.collection('users').authWithPassword(EMAIL, PASSWORD);
    const factor = await turnOnSecondFactor(owner, server.clock.now);
    const codes = wrongCodes(factor, server.clock.now);
    for (let at = 0; at < 20; at += 5) {
      const mfaId = await mfaIdOf(server.visitor(), EMAIL);
      for (let time = 0; time < 5; time += 1) assert.equal(await enter(server, mfaId, next(codes)), 400);
    }
    const mfaId = await mfaIdOf(server.visitor(), EMAIL);
    assert.equal(await enter(server, mfaId, next(codes)), 429);
    assert.equal(await enter(server, mfaId, '0000-0000-0000-0000', 'recovery'), 429);
    assert.equal(await enter(server, mfaId, factor.recoveryCodes[3] ?? '', 'recovery'), 200);
  });

  test('SAFE-01 at most 20 guesses at the first code are looked at, also with other secrets', async () => {
    await using server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    await addAccount(server.context);
    const pb = server.visitor();
    await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
    const { token } = pb.authStore;
    const statuses: number[] = [];
    for (let secret = 0; secret < 3; secret += 1) {
      assert.equal(await post(server, '/api/second-factor/secret', { password: PASSWORD }, token), 200);
      for (let at = 0; at < 10; at += 1)
        statuses.push(await post(server, '/api/second-factor', { code: 'wrong' }, token));
    }
    assert.deepEqual(statuses, [...Array<number>(20).fill(400), ...Array<number>(10).fill(429)]);
    server.clock.now = server.clock.now.add({ hours: 24 });
    await turnOnSecondFactor(pb, server.clock.now);
  });
});
