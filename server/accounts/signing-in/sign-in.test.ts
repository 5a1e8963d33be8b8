import assert from 'node:assert/strict';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import { forgetUnusedAddresses } from '#server/accounts/sign-ins/known-addresses.ts';
import { keyedHash } from '#server/ground/secrets/keyed-hash.ts';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { onEmptiedServer } from '#proofs/support/emptied-server.ts';
import { countHashes } from '#proofs/support/accounts/hash-count.ts';
import { isValidAt } from '#proofs/support/accounts/valid-sign-in.ts';
import { issueToken } from '#server/accounts/tokens/tokens.ts';
import { type Refusal, refusalOf, settle, type TestServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

function signIn(server: TestServer, email = EMAIL, password = PASSWORD, address?: string) {
  const pb = server.visitor(address);
  return pb.collection('users').authWithPassword(email, password);
}

async function signedIn(server: TestServer): Promise<PocketBase> {
  const pb = server.visitor();
  await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
  return pb;
}

/** Returns how the API receives a token: 200 with the caller's account, or without it and with `WWW-Authenticate`. */
async function reception(server: TestServer, authorization: string) {
  const response = await fetch(`${server.url}/api/collections/users/records`, { headers: { authorization } });
  const { items } = (await response.json()) as { items: unknown[] };
  return { seen: items.length, status: response.status, said: response.headers.get('www-authenticate') };
}

const ACCEPTED = { seen: 1, status: 200, said: null };
const REFUSED = { seen: 0, status: 200, said: 'Bearer error="invalid_token"' };

onEmptiedServer((server, engine) => {
  const it = sameOnBoth(engine);

  test('AUTH-03 sign-in answers a token and the record; the SDK takes both and is let in', async () => {
    const owner = await addAccount(server.context);
    const pb = server.visitor();
    const { record, token } = await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
    assert.deepEqual([record.id, record['email'], record['verified']], [owner, EMAIL, true]);
    assert.ok(!('password_hash' in record) && !('token_key' in record) && !('email_key' in record));
    assert.equal(pb.authStore.token, token);
    assert.ok(isValidAt(pb, server.clock.now));
    assert.equal((await pb.collection('users').getOne(owner))['email'], EMAIL);
    assert.deepEqual(await reception(server, token), ACCEPTED);
    assert.deepEqual(await reception(server, `bearer ${token}`), ACCEPTED);
  });

  test('AUTH-03 the case of an e-mail does not matter, nor does an old token beside the sign-in', async () => {
    await addAccount(server.context);
    const pb = await signedIn(server);
    await pb.collection('users').authWithPassword('Anna@Example.ORG', PASSWORD);
    pb.authStore.save('not.a.token', null);
    await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
  });

  test('AUTH-03 an address that was pasted with what cannot be seen signs in', async () => {
    await addAccount(server.context);
    const users = server.visitor().collection('users');
    for (const typed of [
      `\u200B${EMAIL}`,
      `${EMAIL}\u202C`,
      `\u2068${EMAIL}\u2069`,
      `mailto:${EMAIL}`,
      `Анна <${EMAIL}>`,
    ]) {
      assert.equal((await users.authWithPassword(typed, PASSWORD)).record['email'], EMAIL, typed);
    }
  });

  test('AUTH-03 a token that is not accepted makes a guest, and the answer says so', async () => {
    await addAccount(server.context);
    const token = (await signedIn(server)).authStore.token;
    for (const bad of ['x', 'a.b.c', `${token}x`, token.slice(0, -1), 'Basic YTpi']) {
      assert.deepEqual(await reception(server, bad), REFUSED, bad);
    }
    const silent = await fetch(`${server.url}/api/collections/users/records`);
    assert.equal(silent.headers.get('www-authenticate'), null);
  });

  test('AUTH-03 a token ends after 7 days; a refresh before that keeps the sign-in for 7 more', async () => {
    await addAccount(server.context);
    const pb = await signedIn(server);
    const first = pb.authStore.token;
    server.clock.now = server.clock.now.add({ hours: 6 * 24 });
    await pb.collection('users').authRefresh();
    const second = pb.authStore.token;
    assert.notEqual(second, first);
    const jti = (token: string): unknown => JSON.parse(atob(token.split('.')[1] ?? '')).jti;
    assert.equal(jti(second), jti(first));
    assert.deepEqual(await reception(server, first), ACCEPTED);
    server.clock.now = server.clock.now.add({ hours: 2 * 24 });
    assert.deepEqual(await reception(server, first), REFUSED);
    assert.deepEqual(await reception(server, second), ACCEPTED);
    server.clock.now = server.clock.now.add({ hours: 6 * 24 });
    assert.deepEqual(await reception(server, second), REFUSED);
    assert.deepEqual((await refusalOf(pb.collection('users').authRefresh())).status, 401);
  });

  test('AUTH-03 a letter’s token, and one of an account or sign-in that is gone, is no sign-in', async () => {
    const owner = await addAccount(server.context);
    const { secrets, db } = server.context;
    const account = await db.read.selectFrom('users').selectAll().where('id', '=', owner).executeTakeFirstOrThrow();
    const { now } = server.clock;
    const letter = issueToken(secrets, 'verification', account, { email: EMAIL }, now);
    const unknown = issueToken(secrets, 'auth', account, { jti: 'abcdefghijklmno' }, now);
    assert.deepEqual(await reception(server, letter), REFUSED);
    assert.deepEqual(await reception(server, unknown), REFUSED);
    const pb = await signedIn(server);
    const { token } = pb.authStore;
    await pb.collection('users').delete(owner, { body: { password: PASSWORD } });
    assert.deepEqual(await reception(server, token), REFUSED);
  });

  test('AUTH-04 an unverified account is refused at sign-in and at refresh, and starts no sign-in', async () => {
    await addAccount(server.context, { verified: 0 });
    const refusal = await refusalOf(signIn(server));
    const message = "The request doesn't satisfy the collection requirements to authenticate.";
    assert.deepEqual(refusal, { status: 403, message, codes: {} });
    assert.equal((await server.context.db.read.selectFrom('sign_ins').select('id').execute()).length, 0);
    assert.equal((await refusalOf(signIn(server, EMAIL, 'wrong password'))).status, 400);
  });

  test('AUTH-05 a wrong password and an unknown e-mail get the same answer after the same work', async () => {
    await addAccount(server.context);
    const answers: Refusal[] = [];
    const attempt = (email: string) => async () => {
      answers.push(await refusalOf(signIn(server, email, 'wrong password')));
    };
    assert.equal(await countHashes(attempt(EMAIL)), 1);
    assert.equal(await countHashes(attempt('nobody@example.org')), 1);
    assert.deepEqual(answers[0], { status: 400, message: 'Failed to authenticate.', codes: {} });
    assert.deepEqual(answers[1], answers[0]);
  });

  test('AUTH-05 what is missing is blamed; other collections have no sign-in', async () => {
    const users = server.visitor().collection('users');
    const empty = await refusalOf(users.authWithPassword('', ''));
    assert.deepEqual(empty.codes, { identity: 'validation_required', password: 'validation_required' });
    const other = await refusalOf(
      users.authWithPassword('', '', { body: { identity: EMAIL, password: PASSWORD, identityField: 'name' } }),
    );
    assert.deepEqual(other.codes, { identityField: 'validation_in_invalid' });
    assert.equal((await refusalOf(users.authWithPassword('a\0b', PASSWORD))).status, 400);
    const clients = await refusalOf(server.visitor().collection('clients').authWithPassword(EMAIL, PASSWORD));
    assert.deepEqual([clients.status, clients.message], [404, 'Missing or invalid auth collection context.']);
  });

  test('auth-methods offers e-mail and password, and a code after them', async () => {
    assert.deepEqual(await server.visitor().collection('users').listAuthMethods(), {
      password: { identityFields: ['email'], enabled: true },
      oauth2: { providers: [], enabled: false },
      mfa: { enabled: true, duration: 180 },
      otp: { enabled: true, duration: 180 },
    });
  });

  test('fields picks from the answer of a sign-in', async () => {
    const owner = await addAccount(server.context);
    const answer = await server.visitor().send('/api/collections/users/auth-with-password?fields=record.id', {
      method: 'POST',
      body: { identity: EMAIL, password: PASSWORD },
    });
    assert.deepEqual(answer, { record: { id: owner } });
  });

  it('AUTH-05 a hundred attempts from one address within a minute meet a 429, known e-mail or not', async () => {
    await addAccount(server.context);
    for (const email of [EMAIL, 'nobody@example.org']) {
      const address = email === EMAIL ? '198.51.100.1' : '198.51.100.2';
      const { refusals } = await settle(
        Array.from({ length: 100 }, (_, index) => signIn(server, `${index}-${email}`, 'wrong password', address)),
      );
      const { length } = refusals.filter(({ status }) => status === 429);
      assert.ok(length >= 80 && length < 100, String(length));
    }
  });

  it('AUTH-05 guesses at one account from many addresses meet a 429; its owner gets in from a known address', async () => {
    await addAccount(server.context);
    const home = '198.51.100.77';
    await signIn(server, EMAIL, PASSWORD, home);
    for (const email of [EMAIL, 'nobody@example.org']) {
      const { refusals } = await settle(Array.from({ length: 30 }, () => signIn(server, email, 'wrong password')));
      const evaluated = refusals.filter(({ status }) => status === 400).length;
      assert.ok(evaluated >= 5 && evaluated <= 10, `${evaluated} of ${email}`);
    }
    assert.equal((await refusalOf(signIn(server))).status, 429, 'from an address of nobody’s');
    await signIn(server, EMAIL, PASSWORD, home);
  });

  it('AUTH-05 the address of a device in daily use stays known for longer than half a year', async () => {
    await addAccount(server.context);
    const home = server.visitor('198.51.100.77');
    await home.collection('users').authWithPassword(EMAIL, PASSWORD);
    for (let week = 0; week < 30; week += 1) {
      server.clock.now = server.clock.now.add({ hours: 156 });
      // A sign-in itself ends after 90 days.
      if (week % 12 === 0) await home.collection('users').authWithPassword(EMAIL, PASSWORD);
      else await home.collection('users').authRefresh();
    }
    const known = async () =>
      server.context.db.read
        .selectFrom('known_addresses')
        .select('network')
        .where('network', '=', keyedHash(server.context.secrets, '198.51.100.77'))
        .execute();
    await forgetUnusedAddresses(server.context);
    assert.equal((await known()).length, 1);
    server.clock.now = server.clock.now.add({ hours: 181 * 24 });
    await forgetUnusedAddresses(server.context);
    assert.equal((await known()).length, 0);
  });

  test('AUTH-06 ending one’s own sign-in ends its token alone', async () => {
    await addAccount(server.context);
    const [phone, desk] = [await signedIn(server), await signedIn(server)];
    const ended: unknown[] = [];
    server.context.events.onAccessEnded((event) => ended.push(event));
    const { items } = await phone.send<{ items: { id: string; current: boolean }[] }>('/api/sign-ins', {});
    assert.equal(items.length, 2);
    const own = items.find(({ current }) => current)?.id ?? '';
    await phone.send(`/api/sign-ins/${own}`, { method: 'DELETE' });
    assert.deepEqual(await reception(server, phone.authStore.token), REFUSED);
    assert.deepEqual(await reception(server, desk.authStore.token), ACCEPTED);
    assert.deepEqual(ended, [{ user: desk.authStore.record?.id, signIn: own }]);
  });

  it('AUTH-06 all other devices are signed out at once; a stranger’s sign-in is a 404', async () => {
    await addAccount(server.context);
    const [phone, desk] = [await signedIn(server), await signedIn(server)];
    const { pb: stranger } = await server.practitioner();
    const { items } = await desk.send<{ items: { id: string }[] }>('/api/sign-ins', {});
    for (const { id } of [...items, { id: 'abcdefghijklmno' }]) {
      const refusal = await refusalOf(stranger.send(`/api/sign-ins/${id}`, { method: 'DELETE' }));
      assert.equal(refusal.status, 404);
    }
    await desk.send('/api/sign-ins', { method: 'DELETE' });
    assert.deepEqual(await reception(server, phone.authStore.token), REFUSED);
    assert.deepEqual(await reception(server, desk.authStore.token), ACCEPTED);
    assert.deepEqual(await reception(server, stranger.authStore.token), ACCEPTED);
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await refusalOf(server.visitor().send('/api/sign-ins', { method }))).status, 401);
    }
  });

  test('a sign-in tells when and where it was last seen, without a write for every request', async () => {
    await addAccount(server.context);
    const pb = await signedIn(server);
    const seen = async () => (await pb.send<{ items: { lastSeen: string }[] }>('/api/sign-ins', {})).items[0]?.lastSeen;
    const first = await seen();
    server.clock.now = server.clock.now.add({ minutes: 4 });
    await seen();
    assert.equal(await seen(), first);
    server.clock.now = server.clock.now.add({ minutes: 2 });
    await seen();
    for (let patience = 1000; (await seen()) === first; patience -= 1) assert.ok(patience > 0);
  });
});
