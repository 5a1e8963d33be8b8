import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { JournalPage } from '#domain/journal/journal.ts';
import { subjectsTo, tokenTo } from '#proofs/support/accounts/letters.ts';
import { openStream } from '#proofs/support/event-stream.ts';
import { operatorOf, typedAt } from '#proofs/support/operator/on-server.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { onServer, refusalOf } from '#proofs/support/test-server.ts';
import { completeSignIn } from '#server/accounts/signing-in/complete-sign-in.ts';
import { startSignIn } from '#server/accounts/sign-ins/sign-ins.ts';
import { unsealArchive } from '#server/data/archive/passphrase.ts';
import { storeFactor } from '#server/accounts/second-factor/factor.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  let folder: string;
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'kabinet-operator-'))));
  after(() => rm(folder, { recursive: true }));

  const { kabinet, done, refused, person, journalOf, signIn, isIn } = operatorOf(server);

  it('SAFE-04 accounts are listed and shown, for people and for programs', async () => {
    const { owner, email } = await person();
    const waiting = await addPractitioner(server.context.db, { verified: 0, email: 'later@example.com' });
    const list: Record<string, unknown>[] = JSON.parse(await done('users', 'list', '--json'));
    const { created, lastSeen, ...own } = list.find(({ id }) => id === owner) ?? {};
    assert.deepEqual(own, {
      id: owner,
      email,
      name: 'Анна Петрова',
      verified: true,
      locked: false,
      secondFactor: false,
      lettersHeld: false,
      bytes: 0,
      clients: 0,
      sessions: 0,
    });
    assert.deepEqual([created, lastSeen], ['2026-11-21 09:00:00.000Z', '2026-11-21 09:00:00.000Z']);
    const other = list.find(({ id }) => id === waiting);
    assert.deepEqual([other?.['verified'], other?.['lastSeen']], [false, '']);
    assert.match(await done('users', 'list'), new RegExp(`^${owner}  ${email}  +Анна Петрова  confirmed +2026`, 'm'));
    assert.match(await done('users', 'show', email.toUpperCase()), /state +confirmed\n[^]*records +about 0 MB\n/);
    assert.equal(JSON.parse(await done('users', 'show', waiting, '--json')).email, 'later@example.com');
    assert.equal(await refused('users', 'show', 'nobody@example.com'), 'There is no account nobody@example.com.');
    assert.deepEqual(await journalOf(owner), [], 'a look changes nothing');
  });

  it('SAFE-04 a locked account: no token, no sign-in, no way by a letter; unlocking brings back no sign-in', async () => {
    const [anna, other] = [await person(), await person()];
    const users = server.visitor().collection('users');
    await users.requestPasswordReset(anna.email);
    const older = await tokenTo(server.context, anna.email, 'Новый пароль');
    const account = await server.context.db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', anna.owner)
      .executeTakeFirstOrThrow();
    const streams = await Promise.all([openStream(server.url), openStream(server.url)]);
    for (const [at, { pb }] of [anna, other].entries()) {
      const response = await fetch(`${server.url}/api/realtime`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: pb.authStore.token },
        body: JSON.stringify({ clientId: streams[at]?.clientId, subscriptions: ['clients/*'] }),
      });
      assert.equal(response.status, 204);
    }

    assert.equal(await done('users', 'lock', anna.email, '--yes'), `${anna.email} is locked.\n`);
    await streams[0]?.closed;
    await other.pb.collection('clients').create({ name: 'Мария', phone: '+7 916 204-18-35' });
    for (let waited = 0; !streams[1]?.text().includes('Мария'); waited += 1) {
      assert.ok(waited < 1000, 'the stream of somebody else goes on');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await streams[1]?.close();
    assert.deepEqual([await isIn(anna), await isIn(other)], [false, true]);

    const right = await refusalOf(signIn(anna.email));
    assert.deepEqual([right.status, right.codes], [403, { identity: 'validation_account_locked' }]);
    const wrong = await refusalOf(signIn(anna.email, 'not the password'));
    assert.deepEqual(wrong, await refusalOf(signIn('nobody@example.com', 'not the password')));

    // A sign-in whose password was checked just before the lock.
    const origin = { address: '203.0.113.9', device: 'test' };
    const { context, clock } = server;
    const late = () => context.db.write((write) => startSignIn({ context, write, now: clock.now }, anna.owner, origin));
    await assert.rejects(late, { status: 403 });
    const request = { query: {}, headers: {}, ip: '203.0.113.9' } as Parameters<typeof completeSignIn>[2];
    await assert.rejects(
      completeSignIn(context, { ...account, passwordKey: randomBytes(32) }, request, async () => null),
      { status: 400 },
    );
    assert.deepEqual((await refusalOf(users.confirmPasswordReset(older, 'another horse', 'another horse'))).codes, {
      token: 'validation_invalid_token',
    });
    clock.now = clock.now.add({ minutes: 3 });
    await users.requestPasswordReset(anna.email);
    const newer = await tokenTo(context, anna.email, 'Новый пароль');
    await users.confirmPasswordReset(newer, 'another battery staple', 'another battery staple');
    assert.equal((await refusalOf(signIn(anna.email, 'another battery staple'))).status, 403);
    assert.equal(JSON.parse(await done('users', 'show', anna.email, '--json')).locked, true);
    assert.equal(await refused('users', 'lock', anna.email, '--yes'), `${anna.email} is locked already.`);

    await done('users', 'unlock', anna.email, '--yes');
    assert.equal(await refused('users', 'unlock', anna.email, '--yes'), `${anna.email} is not locked.`);
    assert.equal(await isIn(anna), false);
    await signIn(anna.email, 'another battery staple');
    assert.deepEqual(await journalOf(anna.owner), [
      'signed_out sign_ins',
      'account_locked users',
      'account_unlocked users',
    ]);
    const subjects = await subjectsTo(context, anna.email);
    for (const subject of ['Аккаунт заблокирован', 'Блокировка снята']) assert.ok(subjects.includes(subject), subject);
  });

  it('SAFE-04 a registration is confirmed by what was shown of it, and several are told apart by their ids', async () => {
    const { db } = server.context;
    const email = 'two@example.com';
    const own = await addPractitioner(db, { verified: 0, email, name: 'Своя' });
    const asked = await typedAt(server, ['users', 'confirm', email], 'no');
    assert.equal(asked.status, 1);
    assert.match(
      asked.beside,
      /name +Своя\n(?:.*\n)*created +2026-11-21 09:00 UTC\nlast seen +never\n(?:.*\n)*Confirm/,
    );
    const strangers = await addPractitioner(db, { verified: 0, email, name: 'Чужая\u001b[31m' });
    const several = await refused('users', 'confirm', email, '--yes');
    assert.ok(several.includes(own) && several.includes(strangers) && several.includes(String.raw`Чужая\u001b[31m`));
    assert.equal((await refusalOf(signIn(email))).status, 403);
    await done('users', 'confirm', own, '--yes');
    assert.equal((await signIn(email)).record.id, own);
    assert.equal(await refused('users', 'show', strangers), `There is no account ${strangers}.`);
    assert.equal(await refused('users', 'confirm', email, '--yes'), `${email} is confirmed already.`);
    assert.deepEqual(await journalOf(own), ['address_confirmed users']);
    assert.deepEqual(await subjectsTo(server.context, email), ['Email подтверждён']);
  });

  it('SAFE-04 the letter for a new password, the end of all sign-ins, and their lines in the journal', async () => {
    const anna = await person();
    await done('users', 'reset-password', anna.email, '--yes');
    await tokenTo(server.context, anna.email, 'Новый пароль');
    const last = `A letter for a new password went to ${anna.email} within the last two minutes: it is good still.`;
    assert.equal(await refused('users', 'reset-password', anna.email, '--yes'), last);
    assert.ok(await isIn(anna));
    await done('users', 'sign-out', anna.email, '--yes');
    assert.equal(await isIn(anna), false);
    assert.equal(await refused('users', 'sign-out', anna.email, '--yes'), `${anna.email} is signed in nowhere.`);
    const again = await server.signIn(anna);
    const { items } = await again.pb.send<JournalPage>('/api/journal', {});
    assert.deepEqual(
      items.filter(({ author }) => author === 'operator').map(({ action }) => action),
      ['signed_out', 'reset_requested'],
    );
    assert.ok((await subjectsTo(server.context, anna.email)).includes('Все входы завершены'));
  });

  it('SAFE-04 a second factor is switched off for an owner who lost it, in the journal and by a letter', async () => {
    const anna = await person();
    const turned_on = '2026-11-21 09:00:00.000Z';
    await server.context.db.write((write) => storeFactor({ write, owner: anna.owner }, { secret: 'x', turned_on }));
    await assert.rejects(signIn(anna.email), { status: 401 });
    const shown = async () => JSON.parse(await done('users', 'show', anna.email, '--json')).secondFactor;
    const listed: { id: string; secondFactor: boolean }[] = JSON.parse(await done('users', 'list', '--json'));
    assert.deepEqual([await shown(), listed.find(({ id }) => id === anna.owner)?.secondFactor], [true, true]);
    await done('users', 'disable-2fa', anna.email, '--yes');
    await signIn(anna.email);
    assert.equal(await shown(), false);
    assert.equal(await refused('users', 'disable-2fa', anna.email, '--yes'), `${anna.email} has no second factor.`);
    assert.deepEqual(await journalOf(anna.owner), ['second_factor_off users']);
    assert.equal(
      (await subjectsTo(server.context, anna.email)).filter((subject) => /двухфактор/i.test(subject)).length,
      1,
    );
  });

  it('SAFE-04 a deleted account is gone, its address free and told', async () => {
    const anna = await person();
    const declined = await typedAt(server, ['users', 'delete', anna.email], '');
    assert.deepEqual([declined.status, await isIn(anna)], [1, true]);
    await done('users', 'delete', anna.email, '--yes');
    assert.equal((await refusalOf(signIn(anna.email))).status, 400);
    assert.equal(await refused('users', 'delete', anna.email, '--yes'), `There is no account ${anna.email}.`);
    assert.deepEqual(await subjectsTo(server.context, anna.email), ['Аккаунт удалён']);
  });

  it('SAFE-04 an account is exported into a new file that no other user reads', async () => {
    const anna = await person();
    await anna.pb.collection('clients').create({ name: 'Мария', phone: '+7 916 204-18-35' });
    const open = join(folder, `${engine}.zip`);
    const { status, beside } = await kabinet('users', 'export', anna.email, open, '--yes', '--json');
    assert.deepEqual([status, beside], [0, 'Without a passphrase the texts about clients lie open in the file.\n']);
    const bytes = await readFile(open);
    assert.ok(bytes.subarray(0, 2).equals(Buffer.from('PK')) && bytes.includes('data/clients.jsonl'));
    assert.equal((await stat(open)).mode & 0o777, 0o600);
    assert.match(await refused('users', 'export', anna.email, open, '--yes'), /exists already\.$/);
    assert.ok(bytes.equals(await readFile(open)));
    assert.match(
      await refused('users', 'export', anna.email, 'package.zip', '--yes'),
      /lies in the folder of the program/,
    );
    assert.match(await refused('users', 'export', anna.email, join(folder, 'no', 'x'), '--yes'), /ENOENT/);

    const word = join(folder, `word-${engine}`);
    await writeFile(word, 'пароль подлиннее\n');
    const sealed = join(folder, `${engine}.zip.age`);
    await done('users', 'export', anna.email, sealed, '--passphrase-file', word, '--yes');
    const pieces = [];
    const read = async function* () {
      yield await readFile(sealed);
    };
    for await (const piece of unsealArchive(read(), 'пароль подлиннее')) pieces.push(piece);
    assert.ok(Buffer.concat(pieces).equals(bytes));
    await writeFile(word, 'short');
    const short = await refused('users', 'export', anna.email, `${sealed}2`, '--passphrase-file', word, '--yes');
    assert.match(short, /at least 12/);
    assert.deepEqual(await journalOf(anna.owner), ['export clients', 'export clients']);
  });
});
