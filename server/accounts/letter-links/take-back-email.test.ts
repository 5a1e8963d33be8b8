import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { lettersTo, subjectsTo, tokenTo } from '#proofs/support/accounts/letters.ts';
import { onEmptiedServer } from '#proofs/support/emptied-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { refusalOf, settle, type TestServer } from '#proofs/support/test-server.ts';
import { deleteAccount } from '#server/accounts/deletion/delete-account.ts';
import { forgetFormerEmails } from '#server/accounts/letters/former-emails.ts';
import { act } from '#server/ground/action.ts';
import { OPERATOR, ownerId } from '#server/ground/identity/actor.ts';

const SECOND = 'second@example.org';
const THIRD = 'third@example.org';
const CHANGED = 'Адрес аккаунта изменён';

function users(server: TestServer) {
  return server.visitor().collection('users');
}

/** Signs in and changes the address by the letter to the new one, as a thief with the password does. */
async function change(server: TestServer, from: string, to: string): Promise<void> {
  // Letters of one moment have no order.
  server.clock.now = server.clock.now.add({ minutes: 2 });
  const pb = server.visitor();
  await pb.collection('users').authWithPassword(from, PASSWORD);
  await pb.collection('users').requestEmailChange(to);
  await users(server).confirmEmailChange(await tokenTo(server.context, to, 'Подтвердите новый адрес'), PASSWORD);
}

function takeBack(server: TestServer, token: string): Promise<unknown> {
  return server.visitor().send('/api/collections/users/take-back-email-change', { method: 'POST', body: { token } });
}

async function codeOf(server: TestServer, token: string): Promise<string | undefined> {
  return (await refusalOf(takeBack(server, token))).codes['token'];
}

async function addressOf({ context }: TestServer, id: string): Promise<string | undefined> {
  const row = await context.db.read.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email;
}

onEmptiedServer((server, engine) => {
  const it = sameOnBoth(engine);

  test('AUTH-09 the letter to the former address takes a change back: sign-ins and all other links end, and both addresses hear of it', async () => {
    const owner = await addAccount(server.context);
    await change(server, EMAIL, SECOND);
    const letter = (await lettersTo(server.context, EMAIL)).find(({ subject }) => subject.startsWith(CHANGED));
    assert.match(letter?.text ?? '', /72 часа/);
    const token = await tokenTo(server.context, EMAIL, CHANGED);
    const thief = server.visitor();
    await thief.collection('users').authWithPassword(SECOND, PASSWORD);
    await thief.collection('users').requestEmailChange(THIRD);
    await users(server).requestPasswordReset(SECOND);
    const [reset, further] = [
      await tokenTo(server.context, SECOND, 'Новый пароль'),
      await tokenTo(server.context, THIRD, 'Подтвердите новый адрес'),
    ];
    await takeBack(server, token);
    assert.equal(await addressOf(server, owner), EMAIL);
    assert.equal((await thief.collection('users').getList()).items.length, 0);
    const late = await refusalOf(users(server).confirmPasswordReset(reset, 'a new password', 'a new password'));
    assert.deepEqual(late.codes, { token: 'validation_invalid_token' });
    const other = await refusalOf(users(server).confirmEmailChange(further, PASSWORD));
    assert.deepEqual(other.codes, { token: 'validation_invalid_token' });
    await users(server).authWithPassword(EMAIL, PASSWORD);
    assert.ok((await subjectsTo(server.context, EMAIL)).includes('Прежний адрес возвращён'));
    assert.ok((await subjectsTo(server.context, SECOND)).includes('Смена адреса отменена'));
    assert.equal(await codeOf(server, token), 'validation_invalid_token');
    const entries = await server.context.db.read.selectFrom('journal').select(['action', 'author']).execute();
    assert.deepEqual(
      entries.filter(({ action }) => action === 'email_taken_back'),
      [{ action: 'email_taken_back', author: 'practitioner' }],
    );
  });

  it('AUTH-09 neither a second change nor a new password voids the way back to the first address, and theirs ends with it', async () => {
    const owner = await addAccount(server.context);
    await change(server, EMAIL, SECOND);
    const first = await tokenTo(server.context, EMAIL, CHANGED);
    await change(server, SECOND, THIRD);
    const second = await tokenTo(server.context, SECOND, CHANGED);
    // The thief's own way back leaves the first one good.
    await takeBack(server, second);
    assert.equal(await addressOf(server, owner), SECOND);
    await change(server, SECOND, THIRD);
    const again = await tokenTo(server.context, SECOND, CHANGED);
    await users(server).requestPasswordReset(THIRD);
    const reset = await tokenTo(server.context, THIRD, 'Новый пароль');
    await users(server).confirmPasswordReset(reset, 'password of a thief', 'password of a thief');
    await takeBack(server, first);
    assert.equal(await addressOf(server, owner), EMAIL);
    for (const token of [first, second, again]) assert.equal(await codeOf(server, token), 'validation_invalid_token');
    assert.equal(await addressOf(server, owner), EMAIL);
  });

  test('AUTH-09 an address that another account has by now does not come back, and nothing changes', async () => {
    const owner = await addAccount(server.context);
    await change(server, EMAIL, SECOND);
    const token = await tokenTo(server.context, EMAIL, CHANGED);
    const pb = server.visitor();
    await pb.collection('users').authWithPassword(SECOND, PASSWORD);
    await addAccount(server.context);
    assert.equal(await codeOf(server, token), 'validation_invalid_token_email');
    assert.equal(await addressOf(server, owner), SECOND);
    assert.equal((await pb.collection('users').getList()).items.length, 1);
    // It may be free again later.
    await server.context.db.write(({ trx }) => trx.deleteFrom('users').where('email', '=', EMAIL).execute());
    await takeBack(server, token);
    assert.equal(await addressOf(server, owner), EMAIL);
  });

  test('AUTH-09 of many presses of one way back one passes', async () => {
    const owner = await addAccount(server.context);
    await change(server, EMAIL, SECOND);
    const token = await tokenTo(server.context, EMAIL, CHANGED);
    const { passed } = await settle(Array.from({ length: 6 }, () => takeBack(server, token)));
    assert.equal(passed, 1);
    assert.equal(await addressOf(server, owner), EMAIL);
  });

  it('AUTH-09 a way back ends after 72 hours and with the account; another token, or a damaged one, is none', async () => {
    const owner = await addAccount(server.context);
    await change(server, EMAIL, SECOND);
    const token = await tokenTo(server.context, EMAIL, CHANGED);
    const { now } = server.clock;
    server.clock.now = now.add({ hours: 72, seconds: 1 });
    assert.equal(await codeOf(server, token), 'validation_invalid_token');
    server.clock.now = now.add({ hours: 71 });
    await users(server).requestPasswordReset(SECOND);
    const reset = await tokenTo(server.context, SECOND, 'Новый пароль');
    for (const wrong of ['x', reset, token.slice(0, -1), `${token}x`]) {
      assert.equal(await codeOf(server, wrong), 'validation_invalid_token', wrong);
    }
    assert.equal((await refusalOf(takeBack(server, ''))).codes['token'], 'validation_required');
    const caller = { context: server.context, actor: OPERATOR, now: server.clock.now };
    await act(caller, ownerId(owner), (action) => deleteAccount(action, { id: owner }));
    assert.equal(await codeOf(server, token), 'validation_invalid_token');
  });

  it('AUTH-09 former addresses are kept as long as a late letter can bring their link', async () => {
    await addAccount(server.context);
    await change(server, EMAIL, SECOND);
    await lettersTo(server.context, EMAIL);
    const kept = async () => (await server.context.db.read.selectFrom('former_emails').selectAll().execute()).length;
    server.clock.now = server.clock.now.add({ hours: 6 * 24 });
    await forgetFormerEmails(server.context);
    assert.equal(await kept(), 1);
    server.clock.now = server.clock.now.add({ seconds: 1 });
    await forgetFormerEmails(server.context);
    assert.equal(await kept(), 0);
  });
});
