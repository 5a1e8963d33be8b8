import assert from 'node:assert/strict';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import { act } from '#server/ground/action.ts';
import { type OwnerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { disableSecondFactor } from '#server/accounts/second-factor/change-factor.ts';
import { addAccount, PASSWORD } from '#proofs/support/accounts/account.ts';
import { subjectsTo } from '#proofs/support/accounts/letters.ts';
import { authenticator, mfaIdOf, turnOnSecondFactor } from '#proofs/support/accounts/second-factor.ts';
import { onServerWith, refusalOf, settle, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const STATE = '/api/second-factor';
const OFF = { enabled: false, codesLeft: 0 };

async function signedIn(server: TestServer): Promise<{ pb: PocketBase; email: string; owner: OwnerId }> {
  const email = `${newRecordId()}@example.org`;
  const owner = await addAccount(server.context, { email, email_key: email });
  const pb = server.visitor();
  await pb.collection('users').authWithPassword(email, PASSWORD);
  return { pb, email, owner };
}

async function journalOf(pb: PocketBase): Promise<string[]> {
  const { items } = await pb.send<{ items: { action: string; subject: string }[] }>('/api/journal', {});
  return items.filter(({ subject }) => subject === 'users').map(({ action }) => action);
}

const post = <Answer = unknown>(pb: PocketBase, url: string, body: object): Promise<Answer> =>
  pb.send<Answer>(url, { method: 'POST', body });
const off = (pb: PocketBase, password = PASSWORD) => pb.send(STATE, { method: 'DELETE', body: { password } });

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);

  it('SAFE-01 it is on after the password and a right code, gives ten recovery codes, and is off after the password', async () => {
    const { pb, email } = await signedIn(server);
    const wrongPassword = { password: 'validation_invalid_password' };
    assert.deepEqual(await pb.send(STATE, {}), OFF);
    for (const [url, body, codes] of [
      [`${STATE}/secret`, {}, { password: 'validation_required' }],
      [`${STATE}/secret`, { password: 'wrong password' }, wrongPassword],
      [STATE, {}, { code: 'validation_required' }],
      [STATE, { code: '123456' }, { code: 'validation_invalid_code' }],
      [`${STATE}/codes`, { password: PASSWORD }, {}],
    ] as const) {
      const refusal = await refusalOf(post(pb, url, body));
      assert.deepEqual([refusal.status, refusal.codes], [400, codes], url);
    }

    const first = await post<{ secret: string; uri: string }>(pb, `${STATE}/secret`, { password: PASSWORD });
    assert.match(first.secret, /^[A-Z2-7]{32}$/);
    assert.ok(first.uri.startsWith('otpauth://totp/') && first.uri.includes(`secret=${first.secret}`));
    const second = await post<{ secret: string }>(pb, `${STATE}/secret`, { password: PASSWORD });
    assert.notEqual(second.secret, first.secret);
    const now = server.clock.now;
    const older = await refusalOf(post(pb, STATE, { code: authenticator(first.secret).codeAt(now) }));
    assert.deepEqual(older.codes, { code: 'validation_invalid_code' });
    assert.deepEqual(await pb.send(STATE, {}), OFF);

    const body = { code: authenticator(second.secret).codeAt(now) };
    const { codes } = await post<{ codes: string[] }>(pb, STATE, body);
    assert.equal(new Set(codes).size, 10);
    assert.deepEqual(await pb.send(STATE, {}), { enabled: true, codesLeft: 10 });
    assert.equal((await refusalOf(post(pb, STATE, body))).status, 400);
    assert.equal((await refusalOf(post(pb, `${STATE}/secret`, { password: PASSWORD }))).status, 400);
    assert.deepEqual((await refusalOf(off(pb, 'wrong password'))).codes, wrongPassword);

    const renewed = await post<{ codes: string[] }>(pb, `${STATE}/codes`, { password: PASSWORD });
    assert.equal(new Set([...codes, ...renewed.codes]).size, 20);
    const users = server.visitor().collection('users');
    const mfaId = await mfaIdOf(server.visitor(), email);
    assert.equal((await refusalOf(users.authWithOTP('recovery', codes[0] ?? '', { mfaId }))).status, 400);
    await users.authWithOTP('recovery', renewed.codes[9] ?? '', { mfaId });

    const waiting = await mfaIdOf(server.visitor(), email);
    await off(pb);
    await off(pb);
    assert.deepEqual(await pb.send(STATE, {}), OFF);
    assert.equal(
      (await refusalOf(users.authWithOTP('recovery', renewed.codes[1] ?? '', { mfaId: waiting }))).status,
      400,
    );
    await server.visitor().collection('users').authWithPassword(email, PASSWORD);
    assert.deepEqual(await journalOf(pb), [
      'second_factor_off',
      'recovery_code_used',
      'code_refused',
      'recovery_codes_made',
      'second_factor_on',
    ]);
    assert.deepEqual(await subjectsTo(server.context, email), [
      'Вход по запасному коду',
      'Двухфакторный вход включён',
      'Двухфакторный вход выключен',
      'Новые запасные коды',
    ]);
  });

  test('SAFE-01 turned on many times at once, it is on once, with one list of recovery codes', async () => {
    const { pb, email } = await signedIn(server);
    const { secret } = await post<{ secret: string }>(pb, `${STATE}/secret`, { password: PASSWORD });
    const code = authenticator(secret).codeAt(server.clock.now);
    const { passed } = await settle(Array.from({ length: 6 }, () => post(pb, STATE, { code })));
    assert.equal(passed, 1);
    assert.deepEqual(await pb.send(STATE, {}), { enabled: true, codesLeft: 10 });
    assert.deepEqual(await subjectsTo(server.context, email), ['Двухфакторный вход включён']);
  });

  test('SAFE-01 neither the secret nor a code can be read from the database', async () => {
    const { pb, owner } = await signedIn(server);
    const { secret, recoveryCodes } = await turnOnSecondFactor(pb, server.clock.now);
    const rows = await server.context.db.read
      .selectFrom('second_factors')
      .selectAll()
      .where('user', '=', owner)
      .execute();
    const stored = JSON.stringify(rows);
    assert.equal(rows.length, 1);
    assert.ok(!stored.includes(secret));
    for (const code of recoveryCodes) assert.ok(!stored.includes(code) && !stored.includes(code.replaceAll('-', '')));
  });

  it('SAFE-04 the operator turns it off, and the journal and a letter say so', async () => {
    const { pb, email, owner } = await signedIn(server);
    await turnOnSecondFactor(pb, server.clock.now);
    const waiting = await mfaIdOf(server.visitor(), email);
    const caller = { context: server.context, actor: PROGRAM, now: server.clock.now };
    assert.equal(await act(caller, owner, disableSecondFactor), true);
    assert.equal(await act(caller, owner, disableSecondFactor), false);
    assert.deepEqual(await pb.send(STATE, {}), OFF);
    server.clock.now = server.clock.now.add({ seconds: 30 });
    const users = server.visitor().collection('users');
    assert.equal((await refusalOf(users.authWithOTP('totp', '123456', { mfaId: waiting }))).status, 400);
    await users.authWithPassword(email, PASSWORD);
    assert.deepEqual(await journalOf(pb), ['second_factor_off', 'second_factor_on']);
    assert.deepEqual(await subjectsTo(server.context, email), [
      'Двухфакторный вход включён',
      'Двухфакторный вход выключен',
    ]);
  });

  it('SAFE-03 AUTH-15 a sign-in on a new device sends a letter, one also from a new network sends no second', async () => {
    const { pb, email } = await signedIn(server);
    const signInOn = async (device: string, address: string): Promise<void> => {
      const visitor = server.visitor(address);
      await visitor.collection('users').authWithPassword(email, PASSWORD, { headers: { 'User-Agent': device } });
    };
    const firefox = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0';
    const phone = 'Mozilla/5.0 (iPhone) Safari/605.1';
    const { items } = await pb.send<{ items: { address: string }[] }>('/api/sign-ins', {});
    const home = items[0]?.address ?? '';
    await signInOn(firefox, home);
    await signInOn(firefox, home);
    assert.deepEqual(await subjectsTo(server.context, email), ['Вход с нового устройства']);
    await signInOn(phone, '198.51.100.66');
    assert.deepEqual(await subjectsTo(server.context, email), ['Вход из новой сети', 'Вход с нового устройства']);
  });
});
