import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { onEmptiedServer } from '#proofs/support/emptied-server.ts';
import { lettersTo, subjectsTo, tokenTo } from '#proofs/support/accounts/letters.ts';
import { forgetUnusedAddresses } from '#server/accounts/sign-ins/known-addresses.ts';
import { refusalOf, type TestServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const HOME = '203.0.113.7';
const THIEF = '198.51.100.66';
const NEW_PASSWORD = 'another horse battery';

async function signIn(server: TestServer, address: string, password = PASSWORD, email = EMAIL) {
  const pb = server.visitor(address);
  await pb.collection('users').authWithPassword(email, password);
  return pb;
}

/**
 * Returns the status of a wrong password from an address: 400 when it was checked, 429 when it was refused unchecked.
 */
async function guess(server: TestServer, address: string, email = EMAIL): Promise<number> {
  return (await refusalOf(signIn(server, address, 'wrong password', email))).status;
}

/** Exhausts the limits of unknown addresses for the account. */
async function attack(server: TestServer): Promise<void> {
  for (let at = 1; at <= 10; at += 1) await guess(server, `192.0.2.${at}`);
  assert.equal(await guess(server, '192.0.2.11'), 429);
}

onEmptiedServer((server, engine) => {
  const it = sameOnBoth(engine);

  it('AUTH-13 a changed password forgets every known address but that of who changed it', async () => {
    const owner = await addAccount(server.context);
    await signIn(server, THIEF);
    const pb = await signIn(server, HOME);
    const change = { oldPassword: PASSWORD, password: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD };
    await pb.collection('users').update(owner, change);
    await attack(server);
    assert.equal(await guess(server, THIEF), 429);
    await signIn(server, HOME, NEW_PASSWORD);
  });

  it('AUTH-13 a reset forgets them too', async () => {
    await addAccount(server.context);
    await signIn(server, THIEF);
    const users = server.visitor(HOME).collection('users');
    await users.requestPasswordReset(EMAIL);
    await users.confirmPasswordReset(await tokenTo(server.context, EMAIL, 'Новый пароль'), NEW_PASSWORD, NEW_PASSWORD);
    await attack(server);
    assert.equal(await guess(server, THIEF), 429);
    await signIn(server, HOME, NEW_PASSWORD);
  });

  it('AUTH-13 the address of an ended device is forgotten, one that another device shares is not', async () => {
    await addAccount(server.context);
    await signIn(server, THIEF);
    await signIn(server, HOME);
    const pb = await signIn(server, HOME);
    const { items } = await pb.send<{ items: { id: string; address: string; current: boolean }[] }>(
      '/api/sign-ins',
      {},
    );
    for (const { id, current } of items) if (!current) await pb.send(`/api/sign-ins/${id}`, { method: 'DELETE' });
    await attack(server);
    assert.equal(await guess(server, THIEF), 429);
    await signIn(server, HOME);
    await pb.send('/api/sign-ins', { method: 'DELETE' });
    assert.equal(await guess(server, HOME), 400);
  });

  it('AUTH-13 a device that is ended takes the address along from which it signed in, wherever it was used since', async () => {
    await addAccount(server.context);
    const thief = await signIn(server, THIEF);
    const pb = await signIn(server, HOME);
    server.clock.now = server.clock.now.add({ minutes: 10 });
    const moved = server.visitor('198.18.0.66');
    moved.authStore.save(thief.authStore.token, thief.authStore.record);
    const addresses = async () => {
      await moved.send('/api/sign-ins', {});
      const rows = await server.context.db.read.selectFrom('sign_ins').select('address').execute();
      return rows.map(({ address }) => address);
    };
    // The write happens after the response.
    while ((await addresses()).includes(THIEF)) await new Promise((resolve) => setTimeout(resolve, 5));
    await pb.send('/api/sign-ins', { method: 'DELETE' });
    await attack(server);
    assert.equal(await guess(server, THIEF), 429);
    await signIn(server, HOME);
  });

  it('AUTH-05 from a known address as few guesses are looked at as from any, whether or not there is an account', async () => {
    await addAccount(server.context);
    await signIn(server, HOME);
    for (const [email, address] of [
      [EMAIL, HOME],
      ['nobody@example.org', THIEF],
    ] as const) {
      for (let at = 0; at < 10; at += 1) assert.equal(await guess(server, address, email), 400);
      assert.equal(await guess(server, address, email), 429);
    }
    // Only guesses from this address block the owner here.
    await signIn(server, '192.0.2.1');
  });

  it('AUTH-05 whose address changes with every sign-in is not locked out by signing in', async () => {
    await addAccount(server.context);
    for (let at = 1; at <= 12; at += 1) await signIn(server, `192.0.2.${at}`);
  });

  test('AUTH-13 addresses without use for half a year are cleared away, for all accounts', async () => {
    await addAccount(server.context);
    await signIn(server, HOME);
    const count = async () =>
      (await server.context.db.read.selectFrom('known_addresses').select('user').execute()).length;
    await forgetUnusedAddresses(server.context);
    assert.equal(await count(), 1);
    server.clock.now = server.clock.now.add({ hours: 181 * 24 });
    await forgetUnusedAddresses(server.context);
    assert.equal(await count(), 0);
  });

  test('AUTH-15 the first sign-in from a network that the account has not seen sends a letter', async () => {
    await addAccount(server.context);
    await signIn(server, HOME);
    await signIn(server, HOME.replace('.7', '.8'));
    assert.deepEqual(await subjectsTo(server.context, EMAIL), []);
    const thief = await signIn(server, THIEF);
    // The letter is sent even when the sign-in ends at once.
    await thief.send('/api/sign-ins', { method: 'DELETE' });
    await signIn(server, THIEF);
    assert.deepEqual(await subjectsTo(server.context, EMAIL), ['Вход из новой сети']);
    const [letter] = await lettersTo(server.context, EMAIL);
    assert.match(
      letter?.text ?? '',
      /суббота, 21 ноября, 12:00 по вашему времени\. Устройство: Неизвестное устройство/,
    );
    assert.doesNotMatch(letter?.text ?? '', /198\.51/);
  });

  test('AUTH-15 where an account was signed in to is kept as keyed hashes', async () => {
    await addAccount(server.context);
    await signIn(server, HOME);
    const [row] = await server.context.db.read.selectFrom('known_addresses').selectAll().execute();
    assert.match(`${row?.network} ${row?.neighbourhood}`, /^[\w-]{22} [\w-]{22}$/);
    assert.notEqual(row?.network, row?.neighbourhood);
  });
});
