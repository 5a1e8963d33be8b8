import assert from 'node:assert/strict';
import { subjectsTo, tokenTo } from '#proofs/support/accounts/letters.ts';
import { operatorOf, typedAt } from '#proofs/support/operator/on-server.ts';
import { addPractitioner, clientRow, sessionRow } from '#proofs/support/rows.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { onServer, refusalOf } from '#proofs/support/test-server.ts';
import { ownerId } from '#server/ground/identity/actor.ts';

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const { kabinet, done, refused, person, journalOf, signIn, isIn } = operatorOf(server);

  it('SAFE-04 of many accounts a page is shown, or those with a text, or the largest first, with what each holds', async () => {
    const { db } = server.context;
    const many = Array.from({ length: 101 }, (_, at) => ({ email: `page-${at}@many.example`, name: `Анна ${at}` }));
    for (const values of many) await addPractitioner(db, values);
    const largest = await addPractitioner(db, { email: 'largest@many.example', name: 'Ольга' });
    const client = clientRow(ownerId(largest), { name: 'Мария' });
    const session = sessionRow(ownerId(largest), client.id);
    await db.write(async ({ trx }) => {
      await trx.insertInto('clients').values(client).execute();
      await trx.insertInto('sessions').values(session).execute();
    });
    const emails = async (...words: string[]) =>
      (JSON.parse(await done('users', 'list', '--json', ...words)) as { email: string }[]).map(({ email }) => email);
    const [first, second] = [await emails('MANY.example'), await emails('many.example', '--page', '2')];
    assert.deepEqual([first.length, second.length], [100, 2]);
    assert.equal(new Set([...first, ...second]).size, 102);
    assert.deepEqual(await emails('many.example', '--page', '3'), []);
    assert.deepEqual(await emails('анна 100'), ['page-100@many.example']);
    assert.equal((await emails('many.example', '--largest'))[0], 'largest@many.example');
    assert.match(await done('users', 'list', largest), /^ID .* CLIENTS {2}SESSIONS {2}MB\n\S+ .* 1 +1 +1\n$/);
    const { beside } = await kabinet('users', 'list', 'many.example');
    assert.equal(beside, 'Page 1 of 2, accounts: 102. --page shows another one.\n');
    for (const page of ['0', 'x', '1.5']) assert.equal((await kabinet('users', 'list', '--page', page)).status, 2);
  });

  it('SAFE-04 a link for a new password is printed where no letter arrives, stands in the journal, and is told', async () => {
    const anna = await person();
    const link = await done('users', 'reset-password', anna.email, '--print', '--yes');
    const [, token = ''] = /^\S+\/auth\/reset#token=(\S+)\n$/.exec(link) ?? [];
    assert.deepEqual(await journalOf(anna.owner), ['reset_link_made users']);
    const subjects = await subjectsTo(server.context, anna.email);
    assert.deepEqual(subjects, ['Ссылка для нового пароля']);
    const users = server.visitor().collection('users');
    await users.confirmPasswordReset(token, 'another battery staple', 'another battery staple');
    await signIn(anna.email, 'another battery staple');
    assert.equal(
      (await refusalOf(users.confirmPasswordReset(token, 'once more staple', 'once more staple'))).status,
      400,
    );
    const late = await done('users', 'reset-password', anna.owner, '--print', '--yes');
    server.clock.now = server.clock.now.add({ minutes: 31 });
    const over = late.trim().split('token=')[1] ?? '';
    assert.equal(
      (await refusalOf(users.confirmPasswordReset(over, 'once more staple', 'once more staple'))).status,
      400,
    );
    assert.equal((await typedAt(server, ['users', 'reset-password', anna.email, '--print'], 'no')).output, '');
  });

  it('SAFE-04 an account gets another address, both are told, and the former one leads back', async () => {
    const [anna, other] = [await person(), await person()];
    const next = `new-${anna.owner}@example.org`;
    const taken = await refused('users', 'change-email', anna.email, other.email, '--yes');
    assert.equal(taken, `Another account has the address ${other.email}.`);
    assert.ok(await isIn(anna));
    await done('users', 'change-email', anna.email, next, '--yes');
    assert.equal(await isIn(anna), false);
    assert.equal((await refusalOf(signIn(anna.email))).status, 400);
    await signIn(next);
    assert.deepEqual(await journalOf(anna.owner), ['update users', 'signed_out sign_ins']);
    assert.deepEqual(await subjectsTo(server.context, next), ['Адрес изменён', 'Вход с нового устройства']);
    const back = await tokenTo(server.context, anna.email, 'Адрес аккаунта изменён');
    await server
      .visitor()
      .send('/api/collections/users/take-back-email-change', { method: 'POST', body: { token: back } });
    await refusalOf(signIn(next));
    await done('users', 'change-email', anna.email, next, '--yes');
    const same = await refused('users', 'change-email', next, next, '--yes');
    assert.equal(same, `The account has the address ${next} already.`);
    assert.equal((await kabinet('users', 'change-email', next, 'nobody', '--yes')).status, 2);
    const waiting = await addPractitioner(server.context.db, { verified: 0, email: 'waits@example.com' });
    assert.match(await refused('users', 'change-email', waiting, 'x@example.org', '--yes'), / is not confirmed: /);
  });
});
