import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { onEmptiedServer } from '#proofs/support/emptied-server.ts';
import { countHashes } from '#proofs/support/accounts/hash-count.ts';
import { lettersTo, tokenTo } from '#proofs/support/accounts/letters.ts';
import { forgetUnverified } from '#server/accounts/letter-links/confirm-address.ts';
import { refusalOf, settle, type TestServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const VERIFY = 'Подтвердите email';
const THEIRS = 'password of a stranger';

function users(server: TestServer) {
  return server.visitor().collection('users');
}

function register(server: TestServer, password: string, name = 'Анна') {
  return users(server).create({ email: EMAIL, password, passwordConfirm: password, name });
}

/** Registers and returns the token of this registration's letter. */
async function registered(server: TestServer, password: string, name = 'Анна'): Promise<string> {
  await register(server, password, name);
  server.clock.now = server.clock.now.add({ seconds: 1 });
  return tokenTo(server.context, EMAIL, VERIFY);
}

async function statusOf(server: TestServer, password: string): Promise<number> {
  return (await refusalOf(users(server).authWithPassword(EMAIL, password))).status;
}

async function isVoid(server: TestServer, token: string): Promise<void> {
  const { codes } = await refusalOf(users(server).confirmVerification(token));
  assert.deepEqual(codes, { token: 'validation_invalid_token' });
}

async function stored({ context }: TestServer) {
  const { read } = context.db;
  return read.selectFrom('users').select(['name', 'verified', 'pending_key']).where('deleted', 'is', null).execute();
}

onEmptiedServer((server, engine) => {
  const it = sameOnBoth(engine);

  it('AUTH-14 who registers another’s address first gets nothing by the owner’s letter', async () => {
    const theirs = await registered(server, THEIRS, 'Чужая');
    const own = await registered(server, PASSWORD);
    assert.deepEqual([await statusOf(server, THEIRS), await statusOf(server, PASSWORD)], [403, 403]);
    assert.equal(await statusOf(server, 'neither of them'), 400);
    await users(server).confirmVerification(own);
    await users(server).confirmVerification(own);
    assert.equal(await statusOf(server, THEIRS), 400);
    await isVoid(server, theirs);
    const { record } = await users(server).authWithPassword(EMAIL, PASSWORD);
    assert.deepEqual([record['name'], record['email'], record['verified']], ['Анна', EMAIL, true]);
    assert.deepEqual(await stored(server), [{ name: 'Анна', verified: 1, pending_key: '' }]);
    await register(server, THEIRS);
    // Waits like a registration of a free address, without a letter that could confirm it.
    assert.equal(await statusOf(server, THEIRS), 403);
    assert.deepEqual(new Set((await stored(server)).map(({ verified }) => verified)), new Set([0, 1]));
  });

  it('AUTH-14 of two letters that are confirmed at once one holds', async () => {
    const tokens = [await registered(server, THEIRS), await registered(server, PASSWORD)];
    assert.equal(new Set(tokens).size, 2);
    const { passed } = await settle(tokens.map((token) => users(server).confirmVerification(token)));
    assert.equal(passed, 1);
    assert.equal((await stored(server)).length, 1);
  });

  it('AUTH-14 a new password by letter confirms the newest registration, and the others are void', async () => {
    const theirs = await registered(server, THEIRS);
    await registered(server, PASSWORD);
    await users(server).requestPasswordReset(EMAIL);
    const reset = await tokenTo(server.context, EMAIL, 'Новый пароль');
    await users(server).confirmPasswordReset(reset, 'another horse battery', 'another horse battery');
    await users(server).authWithPassword(EMAIL, 'another horse battery');
    await isVoid(server, theirs);
    assert.deepEqual([await statusOf(server, THEIRS), await statusOf(server, PASSWORD)], [400, 400]);
  });

  it('AUTH-14 a fourth registration of an address replaces the oldest, and the newest gets the letter that is asked for', async () => {
    const passwords = ['first password', 'second password', 'third password', 'fourth password'];
    const tokens: string[] = [];
    for (const password of passwords) tokens.push(await registered(server, password, `Анна ${password}`));
    const statuses = [];
    for (const password of passwords) statuses.push(await statusOf(server, password));
    assert.deepEqual(statuses, [400, 403, 403, 403]);
    await isVoid(server, tokens[0] ?? '');
    server.clock.now = server.clock.now.add({ minutes: 2 });
    await users(server).requestVerification(EMAIL);
    await users(server).confirmVerification(await tokenTo(server.context, EMAIL, VERIFY));
    const { record } = await users(server).authWithPassword(EMAIL, 'fourth password');
    assert.equal(record['name'], 'Анна fourth password');
  });

  it('AUTH-14 signing in costs one hash, however many registrations wait and whether or not there is an account', async () => {
    await addAccount(server.context, { email: 'olga@example.org' });
    const cost = (email: string) =>
      countHashes(() => refusalOf(users(server).authWithPassword(email, 'not it at all')));
    const costs = [await cost('olga@example.org')];
    for (const password of ['', 'first password', 'second password', 'third password']) {
      if (password) assert.equal(await countHashes(() => register(server, password)), 1);
      costs.push(await cost(EMAIL));
    }
    assert.deepEqual(costs, [1, 1, 1, 1, 1]);
  });

  it('AUTH-14 the same form sent again within two minutes is one registration with one letter; every answer has its own id', async () => {
    const ids = new Set<string>();
    for (let press = 0; press < 3; press += 1) ids.add((await register(server, PASSWORD)).id);
    assert.deepEqual([ids.size, (await lettersTo(server.context, EMAIL)).length], [3, 1]);
    await register(server, PASSWORD, 'Анна Белова');
    server.clock.now = server.clock.now.add({ minutes: 2 });
    await register(server, PASSWORD, 'Анна Белова');
    assert.deepEqual([(await lettersTo(server.context, EMAIL)).length, (await stored(server)).length], [3, 3]);
  });

  test('AUTH-14 of many different registrations at once three wait', async () => {
    await settle(Array.from({ length: 8 }, (_, at) => register(server, `password number ${at}`)));
    assert.equal((await stored(server)).length, 3);
  });

  it('AUTH-14 a registration without a confirmation is void after seven days, a newer one is not', async () => {
    await register(server, THEIRS);
    server.clock.now = server.clock.now.add({ hours: 24 });
    await register(server, PASSWORD);
    server.clock.now = server.clock.now.add({ hours: 6 * 24, seconds: 1 });
    await forgetUnverified(server.context);
    assert.deepEqual([await statusOf(server, THEIRS), await statusOf(server, PASSWORD)], [400, 403]);
  });

  it('AUTH-14 an account that moves to an address voids the registrations that wait for it', async () => {
    const theirs = await registered(server, THEIRS);
    await addAccount(server.context, { email: 'olga@example.org' });
    const pb = server.visitor();
    await pb.collection('users').authWithPassword('olga@example.org', PASSWORD);
    await pb.collection('users').requestEmailChange(EMAIL);
    const change = await tokenTo(server.context, EMAIL, 'Подтвердите новый адрес');
    await users(server).confirmEmailChange(change, PASSWORD);
    await isVoid(server, theirs);
    await users(server).authWithPassword(EMAIL, PASSWORD);
    assert.equal((await stored(server)).length, 1);
  });

  test('AUTH-14 an empty e-mail is no key of a registration', async () => {
    await addAccount(server.context);
    assert.equal((await refusalOf(users(server).authWithPassword(' ', PASSWORD))).status, 400);
  });
});
