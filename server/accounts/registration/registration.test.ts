import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeRegistration } from '#server/accounts/sign-ins/network-limits.ts';
import { clockedLimits } from '#proofs/support/accounts/clocked-limits.ts';
import { countHashes } from '#proofs/support/accounts/hash-count.ts';
import { lettersTo, subjectsTo, tokenTo } from '#proofs/support/accounts/letters.ts';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { onEmptiedServer } from '#proofs/support/emptied-server.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { refusalOf, settle, type TestServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const FORM = { email: EMAIL, password: PASSWORD, passwordConfirm: PASSWORD, name: 'Анна' };

async function storedAccounts({ context }: TestServer) {
  return context.db.read
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user', 'users.id')
    .select(['users.id', 'users.email', 'users.name', 'verified', 'profiles.name as profileName'])
    .select(['booking_hash', 'time_zone', 'license_status'])
    .execute();
}

onEmptiedServer((server, engine) => {
  const it = sameOnBoth(engine);

  it('AUTH-01 registration makes an unverified account, a profile with a random booking hash and a letter', async () => {
    const record = await server
      .visitor()
      .collection('users')
      .create({ ...FORM, time_zone: 'Asia/Omsk' });
    assert.deepEqual([record['name'], record['verified'], 'email' in record], ['Анна', false, false]);
    assert.ok(!('password_hash' in record) && !('token_key' in record) && !('tokenKey' in record));
    const [account, ...others] = await storedAccounts(server);
    assert.equal(others.length, 0);
    assert.equal(account?.id, record.id);
    assert.deepEqual([account.verified, account.profileName, account.time_zone], [0, 'Анна', 'Asia/Omsk']);
    assert.match(account.booking_hash ?? '', /^[a-z0-9]{26,}$/);
    assert.equal(account.license_status, '');
    assert.deepEqual(await subjectsTo(server.context, EMAIL), ['Подтвердите email']);
  });

  it('AUTH-01 an address in .рф is one account in either of its spellings, and letters find it', async () => {
    const pb = server.visitor();
    const [typed, ascii] = ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'];
    await pb.collection('users').create({ ...FORM, email: typed });
    await pb.collection('users').create({ ...FORM, email: ascii });
    assert.equal((await storedAccounts(server)).filter(({ verified }) => verified).length, 0);
    await pb.collection('users').confirmVerification(await tokenTo(server.context, ascii, 'Подтвердите email'));
    for (const email of [typed, ascii, 'ANNA@ПОЧТА.РФ']) await pb.collection('users').authWithPassword(email, PASSWORD);
    await pb.collection('users').requestPasswordReset('Anna@Почта.РФ');
    await tokenTo(server.context, ascii, 'Новый пароль');
    assert.equal((await storedAccounts(server)).length, 1);
  });

  test('AUTH-01 the letter leads to a page of our own, its token in the fragment, and it verifies the account', async () => {
    const pb = server.visitor();
    await pb.collection('users').create(FORM);
    const [letter] = await lettersTo(server.context, EMAIL);
    const { publicUrl } = server.context.config;
    assert.ok(letter?.text.includes(`${publicUrl}/auth/verify#token=`));
    assert.ok(letter?.html.includes(`href="${publicUrl}/auth/verify#token=`));
    await pb.collection('users').confirmVerification(await tokenTo(server.context, EMAIL, 'Подтвердите email'));
    const { record } = await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
    assert.equal(record['verified'], true);
  });

  test('AUTH-01 an empty name becomes the part of the e-mail before @, an absent zone Moscow', async () => {
    await server
      .visitor()
      .collection('users')
      .create({ ...FORM, name: ' ' });
    const [account] = await storedAccounts(server);
    assert.deepEqual([account?.name, account?.profileName, account?.time_zone], ['anna', 'anna', 'Europe/Moscow']);
  });

  it('AUTH-01 a taken address gets the same answer, and its owner alone a letter', async () => {
    await addAccount(server.context);
    const before = await storedAccounts(server);
    const free = await server
      .visitor()
      .collection('users')
      .create({ ...FORM, email: 'boris@example.org' });
    const taken = await server
      .visitor()
      .collection('users')
      .create({ ...FORM, email: 'ANNA@example.org' });
    assert.deepEqual(Object.keys(taken), Object.keys(free));
    assert.match(taken.id, /^[a-z0-9]{15}$/);
    for (const own of ['id', 'created', 'updated']) {
      delete taken[own];
      delete free[own];
    }
    assert.deepEqual(taken, free);
    assert.equal((await storedAccounts(server)).length, before.length + 2);
    const letters = await lettersTo(server.context, EMAIL);
    assert.deepEqual(
      letters.map(({ subject }) => subject),
      ['У вас уже есть аккаунт — Кабинет'],
    );
    assert.match(letters[0]?.text ?? '', /Войдите со своим паролем/);
  });

  it('AUTH-01 AUTH-05 signing in after a registration says the same of a taken, a pending and a free address, at equal cost', async () => {
    await addAccount(server.context);
    const other = { email: 'boris@example.org', password: 'quite another phrase' };
    const create = (email: string, password: string) =>
      server.visitor().collection('users').create({ email, password, passwordConfirm: password });
    await create(other.email, other.password);
    const seen: unknown[] = [];
    for (const email of [EMAIL, other.email, 'vera@example.org']) {
      const mine = 'a phrase of a stranger';
      const { id: _id, created: _created, updated: _updated, ...made } = await create(email, mine);
      const signIn = (password: string) =>
        refusalOf(server.visitor().collection('users').authWithPassword(email, password));
      let refusals: unknown[] = [];
      const hashes = await countHashes(async () => {
        refusals = [await signIn(mine), await signIn('another wrong phrase')];
      });
      await server.visitor().collection('users').requestVerification(email);
      seen.push({ made: Object.keys(made), refusals, hashes });
    }
    assert.deepEqual(seen[0], seen[2]);
    assert.deepEqual(seen[1], seen[2]);
    // No letter confirms the stranger's registration, and the owner signs in as before.
    assert.deepEqual(await subjectsTo(server.context, EMAIL), ['У вас уже есть аккаунт']);
    await server.visitor().collection('users').authWithPassword(EMAIL, PASSWORD);
  });

  it('AUTH-01 a taken address costs the same work, and its owner one letter however often', async () => {
    await addAccount(server.context);
    const register = (email: string) =>
      server
        .visitor()
        .collection('users')
        .create({ ...FORM, email });
    assert.equal(await countHashes(() => register('boris@example.org')), 1);
    assert.equal(await countHashes(() => register(EMAIL)), 1);
    await register(EMAIL);
    assert.deepEqual(await subjectsTo(server.context, EMAIL), ['У вас уже есть аккаунт']);
  });

  test('AUTH-01 of many registrations at once with one address one makes an account, all get the same answer', async () => {
    const calls = Array.from({ length: 8 }, () => server.visitor().collection('users').create(FORM));
    const { passed } = await settle(calls);
    assert.equal(passed, 8);
    assert.equal((await storedAccounts(server)).length, 1);
    assert.equal((await subjectsTo(server.context, EMAIL)).filter((subject) => subject.startsWith('Подтв')).length, 1);
  });

  it('AUTH-01 an id of one’s own choice is refused whether or not the address is taken', async () => {
    await addAccount(server.context);
    for (const email of [EMAIL, 'boris@example.org']) {
      const body = { ...FORM, email, id: 'abcdefghijklmno' };
      const { status, codes } = await refusalOf(server.visitor().collection('users').create(body));
      assert.deepEqual([status, codes], [400, { id: 'validation_invalid_value' }]);
    }
  });

  const refusals: [string, Record<string, unknown>, Record<string, string>][] = [
    ['nothing', {}, { password: 'validation_required', passwordConfirm: 'validation_required' }],
    [
      'another confirmation, which hides the other errors',
      { ...FORM, email: 'x', password: 'short', passwordConfirm: 'other' },
      { passwordConfirm: 'validation_values_mismatch' },
    ],
    [
      'a short password and a broken e-mail',
      { ...FORM, email: 'x@', password: 'short', passwordConfirm: 'short' },
      { email: 'validation_is_email', password: 'validation_min_text_constraint' },
    ],
    [
      'a password of 72 characters',
      { ...FORM, password: 'a'.repeat(72), passwordConfirm: 'a'.repeat(72) },
      { password: 'validation_max_text_constraint' },
    ],
    ['no e-mail', { ...FORM, email: '' }, { email: 'validation_required' }],
    ['a number for a password', { ...FORM, password: 12345678 }, { password: 'validation_invalid_value' }],
    ['verified', { ...FORM, verified: true }, { verified: 'validation_values_mismatch' }],
    ['a token key', { ...FORM, tokenKey: 'mine' }, { tokenKey: 'validation_values_mismatch' }],
    ['no zone', { ...FORM, time_zone: 'Moon/Base' }, { time_zone: 'validation_invalid_value' }],
    ['an offset for a zone', { ...FORM, time_zone: '+03:00' }, { time_zone: 'validation_invalid_value' }],
    ['a long name', { ...FORM, name: 'а'.repeat(201) }, { name: 'validation_max_text_constraint' }],
  ];
  test('AUTH-01 a registration that is not whole is refused with the fields to blame and makes nothing', async () => {
    for (const [what, body, codes] of refusals) {
      const refusal = await refusalOf(server.visitor().collection('users').create(body));
      assert.deepEqual(
        [refusal.status, refusal.message, refusal.codes],
        [400, 'Failed to create record.', codes],
        what,
      );
    }
    assert.equal((await storedAccounts(server)).length, 0);
  });

  it('of a hundred registrations from one address five pass in a quarter of an hour, and another address is not stopped', async () => {
    const one = server.visitor();
    const { refusals: refused } = await settle(
      Array.from({ length: 100 }, (_, index) =>
        one.collection('users').create({ ...FORM, email: `${index}@example.ru` }),
      ),
    );
    assert.equal(refused.filter(({ status }) => status === 429).length, 95);
    await server.visitor().collection('users').create(FORM);
  });

  it('AUTH-13 whose password is refused six times registers with the seventh', async () => {
    const one = server.visitor('2001:db8:1:2::3').collection('users');
    for (const password of ['12345678', 'password', 'kabinet1', 'qwertyui', 'aaaaaaaa', '1234567']) {
      assert.equal((await refusalOf(one.create({ ...FORM, password, passwordConfirm: password }))).status, 400);
    }
    await one.create(FORM);
    for (let at = 0; at < 4; at += 1) await one.create({ ...FORM, email: `${at}@example.ru` });
    assert.equal((await refusalOf(one.create({ ...FORM, email: '4@example.ru' }))).status, 429);
  });
});

test('AUTH-01 of the registrations of a day from one network twenty pass, and a day later as many', async () => {
  const clock = { ms: 0 };
  const limits = clockedLimits(clock);
  const passed = async (minutes: number) => {
    let count = 0;
    for (const end = clock.ms + minutes * 60_000; clock.ms < end; clock.ms += 60_000) {
      await takeRegistration({ limits }, '203.0.113.7').then(
        () => (count += 1),
        (error: unknown) => assert.ok(error instanceof TooManyRequests),
      );
    }
    return count;
  };
  assert.equal(await passed(15), 5);
  assert.equal(await passed(23 * 60), 15);
  await takeRegistration({ limits }, '203.0.113.8');
  assert.equal(await passed(24 * 60), 20);
});
