import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { subjectsTo } from '#proofs/support/accounts/letters.ts';
import { typedAt } from '#proofs/support/operator/on-server.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import {
  onServerWith,
  openTestServer,
  refusalOf,
  settle,
  type TestServer,
  UNLIMITED,
} from '#proofs/support/test-server.ts';
import { forgetInvitations } from '#server/accounts/registration/invitations.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const NEEDED = { invite: 'validation_required' };
const INVALID = { invite: 'validation_invalid_token' };

const register = (server: TestServer, email: string, invite?: string, more: object = {}) =>
  server
    .visitor()
    .collection('users')
    .create({ email, password: PASSWORD, passwordConfirm: PASSWORD, name: 'Анна', invite, ...more });
const codesOf = async (call: Promise<unknown>) => (await refusalOf(call)).codes;
const accounts = async ({ context }: TestServer, email: string): Promise<number> =>
  (await context.db.read.selectFrom('users').select('id').where('pending_key', '=', email).execute()).length;

onServerWith({ config: { registration: 'invite' }, replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);
  /** Returns the token of a new invitation. */
  const invited = async (...email: string[]): Promise<string> => {
    const { status, output, beside } = await typedAt(server, ['users', 'invite', ...email, '--yes', '--json']);
    assert.equal(status, 0, beside);
    const link: string = JSON.parse(output).link;
    assert.match(link, /^http:\/\/127\.0\.0\.1:8090\/auth#invite=[a-z0-9]{40}$/);
    return new URL(link).hash.replace('#invite=', '');
  };

  it('SAFE-04 by invitation: a link is good once, for seven days, and stored as a hash alone', async () => {
    const answer = await fetch(`${server.url}/api/registration`);
    assert.deepEqual(await answer.json(), { registration: 'invite' });
    assert.deepEqual(await codesOf(register(server, 'a1@example.com')), NEEDED);
    assert.deepEqual(await codesOf(register(server, 'a1@example.com', '')), NEEDED);
    for (const wrong of ['x', 'a'.repeat(40), 7, { a: 1 }]) {
      assert.deepEqual(await codesOf(register(server, 'a1@example.com', undefined, { invite: wrong })), INVALID);
    }
    const token = await invited();
    const stored = JSON.stringify(await server.context.db.read.selectFrom('invitations').selectAll().execute());
    assert.ok(!stored.includes(token));
    await register(server, 'a1@example.com', token);
    assert.equal(await accounts(server, 'a1@example.com'), 1);
    assert.deepEqual(await codesOf(register(server, 'a2@example.com', token)), INVALID);
    assert.deepEqual(
      await subjectsTo(server.context, 'a1@example.com'),
      ['Подтвердите email'],
      'the address is confirmed as ever',
    );

    const late = await invited();
    server.clock.now = server.clock.now.add({ hours: 7 * 24 });
    assert.deepEqual(await codesOf(register(server, 'a2@example.com', late)), INVALID);
    await forgetInvitations(server.context);
    assert.deepEqual(await server.context.db.read.selectFrom('invitations').select('hash').execute(), []);
  });

  it('SAFE-04 an error in another field uses no invitation up, and the same form sent again passes', async () => {
    const token = await invited();
    assert.deepEqual(await codesOf(register(server, 'no address', token)), { email: 'validation_is_email' });
    assert.deepEqual(await codesOf(register(server, 'b1@example.com', token, { passwordConfirm: 'another' })), {
      passwordConfirm: 'validation_values_mismatch',
    });
    await register(server, 'b1@example.com', token);
    await register(server, 'b1@example.com', token);
    assert.equal(await accounts(server, 'b1@example.com'), 1);
    assert.deepEqual(await codesOf(register(server, 'b1@example.com', token, { name: 'Яна' })), INVALID);
    server.clock.now = server.clock.now.add({ minutes: 3 });
    assert.deepEqual(await codesOf(register(server, 'b1@example.com', token)), INVALID);
  });

  it('SAFE-04 an invitation of an address is for no other, and tells no taken address from a free one', async () => {
    const token = await invited('C1@example.com');
    assert.deepEqual(await codesOf(register(server, 'c2@example.com', token)), INVALID);
    await register(server, 'c1@example.com', token);
    assert.equal(await accounts(server, 'c1@example.com'), 1);

    await addPractitioner(server.context.db, { email: EMAIL });
    const taken = await invited();
    await register(server, EMAIL, taken);
    await register(server, EMAIL, taken);
    assert.deepEqual(await codesOf(register(server, 'c3@example.com', taken)), INVALID);
    assert.equal((await typedAt(server, ['users', 'invite', 'no address', '--yes'])).status, 2);
  });

  it('SAFE-04 open invitations are listed without token and address, and one that was withdrawn registers no account', async () => {
    const kabinet = (...words: string[]) => typedAt(server, ['users', ...words]);
    const listed = async (): Promise<{ id: string; isForOneAddress: boolean; expires: string }[]> =>
      JSON.parse((await kabinet('invitations', '--json')).output);
    for (const { id } of await listed()) await kabinet('withdraw-invitation', id, '--yes');
    const [forOne, used] = [await invited('g1@example.com'), await invited('g2@example.com')];
    const forAny = await invited();
    await register(server, 'g2@example.com', used);
    const open = await listed();
    assert.deepEqual(open.map(({ isForOneAddress }) => String(isForOneAddress)).toSorted(), ['false', 'true']);
    const shown = await kabinet('invitations');
    assert.match(shown.output, /^ID +FOR +EXPIRES \(UTC\)\n/);
    for (const secret of [forOne, forAny, 'g1@', 'g2@']) assert.ok(!shown.output.includes(secret));

    const declined = await typedAt(server, ['users', 'withdraw-invitation', 'g1@example.com'], 'no');
    assert.match(declined.beside, /one address.*\n.*Make it void\?/);
    assert.deepEqual([declined.status, (await listed()).length], [1, 2]);
    const done = await kabinet('withdraw-invitation', 'G1@example.com', '--yes');
    assert.deepEqual([done.status, done.output], [0, 'Invitations withdrawn: 1.\n']);
    assert.deepEqual(await codesOf(register(server, 'g1@example.com', forOne)), INVALID);
    const left = (await listed()).map(({ id }) => id);
    assert.equal(left.length, 1);
    assert.equal((await kabinet('withdraw-invitation', left[0] ?? '', '--yes')).status, 0);
    assert.deepEqual(await codesOf(register(server, 'g3@example.com', forAny)), INVALID);
    // A used one stays used, and its account stays.
    for (const nobody of ['g2@example.com', left[0] ?? '', '%', '']) {
      const { status, beside } = await kabinet('withdraw-invitation', nobody, '--yes');
      assert.deepEqual([status, beside], [1, `There is no open invitation of ${nobody}.\n`]);
    }
    assert.equal(await accounts(server, 'g2@example.com'), 1);
  });

  test('SAFE-04 of registrations at once with one invitation one account is made', async () => {
    for (let round = 0; round < 3; round += 1) {
      const token = await invited();
      const emails = Array.from({ length: 6 }, (_, at) => `d${round}-${at}@example.com`);
      const { passed, refusals } = await settle(emails.map((email) => register(server, email, token)));
      assert.equal(passed, 1);
      for (const { codes } of refusals) assert.deepEqual(codes, INVALID);
      const made = await Promise.all(emails.map((email) => accounts(server, email)));
      assert.equal(
        made.reduce((sum, count) => sum + count),
        1,
      );
    }
  });

  it('SAFE-04 the invitation of a deleted account does not live again', async () => {
    const token = await invited('e@example.com');
    await register(server, 'e@example.com', token);
    const { status } = await typedAt(server, ['users', 'delete', 'e@example.com', '--yes']);
    assert.equal(status, 0);
    // The same form sent again gets the same response, another form is refused.
    await register(server, 'e@example.com', token);
    assert.deepEqual(await codesOf(register(server, 'e@example.com', token, { name: 'Яна' })), INVALID);
    assert.equal(await accounts(server, 'e@example.com'), 0);
  });
});

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('SAFE-04 closed: no account is registered, owners of one sign in', async () => {
    await using server = await openTestServer(engine, { config: { registration: 'closed' } });
    await addPractitioner(server.context.db, { email: EMAIL });
    const { beside, output } = await typedAt(server, ['users', 'invite', '--yes']);
    assert.match(beside, /^REGISTRATION is closed: links count once it is invite\.\n$/);
    const token = new URL(output.trim()).hash.replace('#invite=', '');
    assert.equal((await refusalOf(register(server, 'f@example.com', token))).status, 403);
    assert.equal(await accounts(server, 'f@example.com'), 0);
    await server.visitor().collection('users').authWithPassword(EMAIL, PASSWORD);
    const answer = await fetch(`${server.url}/api/registration`);
    assert.deepEqual(await answer.json(), { registration: 'closed' });
  });
});
