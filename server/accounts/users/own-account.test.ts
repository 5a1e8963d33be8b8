import assert from 'node:assert/strict';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { onEmptiedServer } from '#proofs/support/emptied-server.ts';
import { subjectsTo } from '#proofs/support/accounts/letters.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { refusalOf, settle, type TestServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const NEW_PASSWORD = 'another horse battery';

async function signedIn(server: TestServer): Promise<{ pb: PocketBase; id: string }> {
  const pb = server.visitor();
  const { record } = await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
  return { pb, id: record.id };
}

function passwordChange(oldPassword: string, password = NEW_PASSWORD) {
  return { oldPassword, password, passwordConfirm: password };
}

onEmptiedServer((server, engine) => {
  const it = sameOnBoth(engine);

  it('AUTH-09 a changed password ends every sign-in and every older token, and its owner is told', async () => {
    await addAccount(server.context);
    const { pb, id } = await signedIn(server);
    const { pb: other } = await signedIn(server);
    await pb.collection('users').update(id, passwordChange(PASSWORD));
    for (const caller of [pb, other]) {
      assert.equal((await caller.collection('users').getList()).items.length, 0);
      assert.equal((await refusalOf(caller.collection('users').authRefresh())).status, 401);
    }
    assert.equal((await server.context.db.read.selectFrom('sign_ins').select('id').execute()).length, 0);
    assert.equal((await refusalOf(signedIn(server))).status, 400);
    await pb.collection('users').authWithPassword(EMAIL, NEW_PASSWORD);
    assert.deepEqual(await subjectsTo(server.context, EMAIL), ['Пароль изменён']);
  });

  test('AUTH-09 the password changes with the old one alone, and what else is wrong is told with it', async () => {
    await addAccount(server.context);
    const { pb, id } = await signedIn(server);
    const cases: [Record<string, unknown>, Record<string, string>][] = [
      [passwordChange('wrong password'), { oldPassword: 'validation_invalid_old_password' }],
      [
        { password: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD, verified: false },
        { oldPassword: 'validation_invalid_old_password', verified: 'validation_values_mismatch' },
      ],
      [{ ...passwordChange(PASSWORD), passwordConfirm: 'x' }, { passwordConfirm: 'validation_values_mismatch' }],
      [passwordChange(PASSWORD, 'short'), { password: 'validation_min_text_constraint' }],
      [{ ...passwordChange(PASSWORD), password: 1 }, { password: 'validation_invalid_value' }],
    ];
    for (const [body, codes] of cases) {
      const refusal = await refusalOf(pb.collection('users').update(id, body));
      assert.deepEqual([refusal.status, refusal.message], [400, 'Failed to update record.']);
      assert.deepEqual(refusal.codes, codes);
    }
    assert.equal((await pb.collection('users').getList()).items.length, 1);
  });

  test('AUTH-09 of two password changes at once one passes', async () => {
    await addAccount(server.context);
    const [one, two] = [await signedIn(server), await signedIn(server)];
    const { passed } = await settle([
      one.pb.collection('users').update(one.id, passwordChange(PASSWORD, 'the first of two')),
      two.pb.collection('users').update(two.id, passwordChange(PASSWORD, 'the second of two')),
    ]);
    assert.equal(passed, 1);
  });

  it('AUTH-05 old passwords cannot be guessed through a stolen sign-in', async () => {
    await addAccount(server.context);
    const { pb, id } = await signedIn(server);
    const { refusals } = await settle(
      Array.from({ length: 60 }, () => pb.collection('users').update(id, passwordChange('wrong password'))),
    );
    assert.ok(refusals.filter(({ status }) => status === 400).length <= 20);
    assert.ok(refusals.filter(({ status }) => status === 429).length >= 40);
  });

  test('API-04 e-mail, verified, id and token key never change through a record call', async () => {
    await addAccount(server.context);
    const { pb, id } = await signedIn(server);
    const cases: [Record<string, unknown>, Record<string, string>][] = [
      [
        { email: '', verified: false },
        { email: 'validation_values_mismatch', verified: 'validation_values_mismatch' },
      ],
      [{ email: 'other@example.org' }, { email: 'validation_values_mismatch' }],
      [{ id: 'abcdefghijklmno' }, { id: 'validation_pk_change' }],
      [{ tokenKey: 'mine' }, { tokenKey: 'validation_values_mismatch' }],
    ];
    for (const [body, codes] of cases) {
      assert.deepEqual((await refusalOf(pb.collection('users').update(id, body))).codes, codes);
    }
    const same = { id, email: EMAIL, verified: true, emailVisibility: true, password_hash: 'x', token_key: 'x' };
    const record = await pb.collection('users').update(id, same);
    assert.deepEqual([record['email'], record['emailVisibility']], [EMAIL, true]);
    await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
  });

  test('a name is written to account and profile, whichever is renamed', async () => {
    const owner = await addAccount(server.context);
    const { pb, id } = await signedIn(server);
    const profile = await pb.collection('profiles').getFirstListItem(pb.filter('user = {:owner}', { owner }));
    await pb.collection('users').update(id, { name: ' Анна Смирнова ' });
    assert.equal((await pb.collection('profiles').getOne(profile.id))['name'], 'Анна Смирнова');
    await pb.collection('profiles').update(profile.id, { name: 'Анна Иванова' });
    assert.equal((await pb.collection('users').getOne(id))['name'], 'Анна Иванова');
    const refusal = await refusalOf(pb.collection('users').update(id, { name: ' ' }));
    assert.deepEqual(refusal.codes, { name: 'validation_required' });
  });

  test('a new name is an event and a row of the journal for both records, whichever is renamed', async () => {
    const { context } = server;
    const { pb, owner } = await server.practitioner();
    const all = followRecords(context);
    // Events of the practitioners of earlier tests may still arrive.
    const told = async () => (await all()).filter(({ id }) => id === owner || id === profile.id);
    const journal = async (): Promise<string[]> => {
      const rows = await context.db.read.selectFrom('journal').selectAll().where('user', '=', owner).execute();
      return rows
        .filter(({ action }) => action === 'update')
        .map(({ subject, record, fields }) => `${subject} ${record} ${fields}`)
        .toSorted();
    };
    const profile = await pb.collection('profiles').getFirstListItem(pb.filter('user = {:owner}', { owner }));
    const both = [`profiles ${profile.id}`, `users ${owner}`];
    const line = (record: string): string => `${record} ["name"]`;

    await pb.collection('users').update(owner, { name: 'Анна Смирнова' });
    assert.deepEqual((await told()).map(({ collection, id }) => `${collection} ${id}`).toSorted(), both);
    assert.deepEqual(await journal(), both.map(line));
    await pb.collection('profiles').update(profile.id, { name: 'Анна Иванова' });
    const events = await told();
    assert.deepEqual(events.map(({ collection, id }) => `${collection} ${id}`).toSorted(), both);
    assert.deepEqual(await Promise.all(events.map(async (event) => (await event.row())?.['name'])), [
      'Анна Иванова',
      'Анна Иванова',
    ]);
    assert.deepEqual(await journal(), [...both, ...both].toSorted().map(line));
  });

  test('API-03 another practitioner’s account is a 404', async () => {
    const anna = await addAccount(server.context);
    const { pb } = await server.practitioner();
    const users = pb.collection('users');
    assert.ok((await users.getFullList()).every(({ id }) => id !== anna));
    const { passed, refusals } = await settle([
      users.getOne(anna),
      users.update(anna, { name: 'x' }),
      users.update(anna, passwordChange(PASSWORD)),
      users.delete(anna),
    ]);
    assert.equal(passed, 0);
    assert.ok(refusals.every(({ status }) => status === 404));
    assert.equal((await server.visitor().collection('users').getFullList()).length, 0);
  });
});
