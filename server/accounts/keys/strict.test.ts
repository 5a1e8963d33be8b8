import assert from 'node:assert/strict';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import { loose } from '#server/ground/db/query.ts';
import { SEALED_TABLES } from '#server/accounts/keys/reseal.ts';
import { PASSWORD } from '#proofs/support/accounts/account.ts';
import { countHashes } from '#proofs/support/accounts/hash-count.ts';
import { mfaIdOf, turnOnSecondFactor } from '#proofs/support/accounts/second-factor.ts';
import {
  deviceOf,
  keys,
  locksmith,
  NEW_PASSWORD,
  newCode,
  post,
  resetPassword,
  strictOff,
  turnOnStrict,
} from '#proofs/support/strict.ts';
import { onServerWith, refusalOf, settle, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const OPEN = { mode: 'password', locked: false } as const;
const DATE = '2030-01-01 09:00:00.000Z';
const TEXTS = { description: 'план', news: 'новости «ё» 🕊', thoughts: 'мысли' };

/** A client, a session and a note with texts. */
async function writeTexts(
  pb: PocketBase,
): Promise<{ client: string; session: string; note: string; template: string }> {
  const phone = `+7 9${Math.random().toString().slice(2, 11)}`;
  const client = await pb.collection('clients').create({ name: 'Анна', phone, description: 'о человеке' });
  const session = await pb
    .collection('sessions')
    .create({ client: client.id, date: DATE, status: 'scheduled', ...TEXTS });
  const note = await pb.collection('blog_posts').create({ title: 'тема', content: 'содержание', date: DATE });
  const template = await pb.collection('templates').create({ name: 'Итог', text: 'Было:' });
  return { client: client.id, session: session.id, note: note.id, template: template.id };
}

async function textsOf(pb: PocketBase, session: string): Promise<unknown[]> {
  const record = await pb.collection('sessions').getOne(session);
  return Object.keys(TEXTS).map((name) => record[name]);
}

async function journalOf(pb: PocketBase): Promise<string[]> {
  const { items } = await pb.send<{ items: { action: string; subject: string }[] }>('/api/journal', {});
  return items.filter(({ subject }) => subject === 'users').map(({ action }) => action);
}

/** Waits until every text is sealed with the newest key. */
async function settled(pb: PocketBase): Promise<void> {
  for (let patience = 1000; patience > 0; patience -= 1) if ((await keys(pb)).changing === null) return;
  assert.fail('the change of the key does not end');
}

const ABSENT = [undefined, undefined, undefined];

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);

  it('SEAL-04 a code that is typed back takes the server’s way in away: every device that is signed in reads on, and a new sign-in', async () => {
    const { pb, email } = await locksmith(server);
    const other = await deviceOf(server, email);
    const { session } = await writeTexts(pb);
    const code = await newCode(pb);
    assert.match(code, /^([0-9A-Z]{4}-){7}[0-9A-Z]{4}$/);
    assert.equal((await keys(pb)).mode, 'server', 'a code that is not typed back changes nothing');
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const state = await post(pb, 'strict', { password: PASSWORD, code: typed });
    assert.deepEqual({ ...state, ...OPEN }, state);
    await settled(pb);
    assert.deepEqual(await post(pb, 'strict', { password: PASSWORD, code }), await keys(pb), 'twice the same');
    for (const device of [pb, other, await deviceOf(server, email)]) {
      assert.deepEqual(await textsOf(device, session), Object.values(TEXTS));
      await device.collection('users').authRefresh();
      assert.deepEqual(await textsOf(device, session), Object.values(TEXTS));
    }
    const changed = await other.collection('sessions').update(session, { thoughts: 'другие' });
    assert.equal(changed['thoughts'], 'другие');
    const found = await pb.collection('sessions').getList(1, 5, { filter: "thoughts ~ 'ДРУГ'" });
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [session],
    );
    assert.ok((await journalOf(pb)).includes('strict_on'));
  });

  it('SEAL-04 wrong passwords and codes change nothing, and asking again voids the code that was not typed back', async () => {
    const { pb } = await locksmith(server);
    const first = await newCode(pb);
    const second = await newCode(pb);
    const wrongCode = { code: 'validation_invalid_code' };
    const wrongPassword = { password: 'validation_invalid_password' };
    for (const [name, body, codes] of [
      ['recovery', { password: 'wrong password' }, wrongPassword],
      ['strict', { password: 'wrong password', code: second }, wrongPassword],
      ['strict', { password: PASSWORD, code: first }, wrongCode],
      ['strict', { password: PASSWORD, code: 'нет' }, wrongCode],
      ['unlock', { password: PASSWORD, code: second }, wrongCode],
      ['strict', { password: PASSWORD }, { code: 'validation_required' }],
    ] as const) {
      const refusal = await refusalOf(post(pb, name, body));
      assert.deepEqual([refusal.status, refusal.codes], [400, codes], name);
    }
    assert.equal((await keys(pb)).mode, 'server');
    await post(pb, 'strict', { password: PASSWORD, code: second });
    const third = await newCode(pb);
    assert.deepEqual((await post(pb, 'strict', { password: PASSWORD, code: third })).mode, 'password');
    const voided = await refusalOf(post(pb, 'unlock', { password: PASSWORD, code: second }));
    assert.deepEqual(voided.codes, wrongCode, 'the new code is in the place of the one before');
    assert.deepEqual((await refusalOf(strictOff(pb, 'wrong password'))).codes, wrongPassword);
    for (const name of ['', '/recovery', '/strict', '/unlock', '/change']) {
      const call = server.visitor().send(`/api/keys${name}`, name === '' ? {} : { method: 'POST', body: {} });
      assert.equal((await refusalOf(call)).status, 401, name);
    }
  });

  it('SEAL-04 after a reset by letter texts are absent and cannot be written until the code is given, then every device reads them', async () => {
    const { pb, email, owner } = await locksmith(server);
    const { session, client, note, template } = await writeTexts(pb);
    const code = await turnOnStrict(pb);
    await resetPassword(server, email);
    assert.equal((await refusalOf(keys(pb))).status, 401, 'every sign-in ended');
    const stored = server.context.db.read.selectFrom('strict_keys').select('by_password').where('user', '=', owner);
    assert.deepEqual(await stored.execute(), [{ by_password: '' }], 'nor does the password of before open');
    const [one, two] = [await deviceOf(server, email, NEW_PASSWORD), await deviceOf(server, email, NEW_PASSWORD)];
    assert.deepEqual(await keys(one).then(({ mode, locked }) => ({ mode, locked })), { ...OPEN, locked: true });
    const record = await one.collection('sessions').getOne(session, { expand: 'client' });
    for (const name of Object.keys(TEXTS)) assert.ok(!Object.hasOwn(record, name), name);
    assert.ok(!Object.hasOwn(record.expand?.['client'] ?? {}, 'description'));
    for (const [table, id, body, codes] of [
      ['sessions', session, { thoughts: '' }, { thoughts: 'validation_locked' }],
      ['sessions', session, { thoughts: 'x', news: '' }, { thoughts: 'validation_locked', news: 'validation_locked' }],
      ['clients', client, { description: 'x', name: 'Б' }, { description: 'validation_locked' }],
      ['clients', client, { request: '', tags: ['пара'] }, { request: 'validation_locked' }],
      ['blog_posts', note, { content: 'x' }, { content: 'validation_locked' }],
      ['templates', template, { text: 'x' }, { text: 'validation_locked' }],
    ] as const) {
      const refusal = await refusalOf(one.collection(table).update(id, body));
      assert.deepEqual([refusal.status, refusal.codes], [400, codes], `${table} ${JSON.stringify(body)}`);
    }
    const created = await refusalOf(
      one.collection('clients').create({ name: 'Вера', phone: '+7 900 000-00-77', description: '' }),
    );
    assert.deepEqual(created.codes, { description: 'validation_locked' });
    const batch = one.createBatch();
    batch.collection('clients').update(client, { name: 'Имя' });
    batch.collection('sessions').update(session, { news: '' });
    assert.equal((await refusalOf(batch.send())).status, 400);
    const renamed = await one.collection('clients').update(client, { name: 'Другое имя' });
    assert.equal(renamed['name'], 'Другое имя');
    for (const [method, url] of [
      ['POST', '/api/export'],
      ['POST', `/api/clients/${client}/erase`],
    ] as const) {
      const refusal = await refusalOf(one.send(url, { method, body: { reason: 'request' } }));
      assert.deepEqual([refusal.status, refusal.codes], [400, { texts: 'validation_locked' }], url);
    }
    for (const url of ['/api/import', '/api/import/preview', '/api/import/csv/preview']) {
      const type = url.includes('csv') ? 'text/csv' : 'application/zip';
      const body = new Blob(['имя;телефон'], { type });
      const refusal = await refusalOf(one.send(url, { method: 'POST', body, headers: { 'content-type': type } }));
      assert.deepEqual([refusal.status, refusal.codes], [400, { texts: 'validation_locked' }], url);
    }
    for (const call of [
      () => strictOff(one, NEW_PASSWORD),
      () => post(one, 'change', { password: NEW_PASSWORD }),
      () => newCode(one, NEW_PASSWORD),
    ]) {
      assert.deepEqual((await refusalOf(call())).codes, { texts: 'validation_locked' });
    }
    const wrong = await refusalOf(
      post(one, 'unlock', { password: NEW_PASSWORD, code: code.replace(/^./, (sign) => (sign === 'X' ? 'Y' : 'X')) }),
    );
    assert.deepEqual(wrong.codes, { code: 'validation_invalid_code' });

    const told = Promise.withResolvers<string>();
    const stop = server.context.events.onRecord((event) => told.resolve(`${event.action} ${event.collection}`));
    const state = await post(one, 'unlock', { password: NEW_PASSWORD, code });
    assert.equal(state.locked, false);
    assert.equal(await told.promise, 'update users', 'other devices read again');
    stop();
    assert.equal((await post(one, 'unlock', { password: NEW_PASSWORD, code })).locked, false, 'twice the same');
    for (const device of [one, two, await deviceOf(server, email, NEW_PASSWORD)]) {
      assert.deepEqual(await textsOf(device, session), Object.values(TEXTS));
    }
    assert.equal((await one.collection('clients').getOne(client))['description'], 'о человеке');
    assert.equal((await journalOf(one)).filter((action) => action === 'unlocked').length, 1);
  });

  it('SEAL-04 a new password given with the old one opens the texts, and the code stays good', async () => {
    const { pb, email, owner } = await locksmith(server);
    const { session } = await writeTexts(pb);
    const code = await turnOnStrict(pb);
    const passwords = { oldPassword: PASSWORD, password: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD };
    await pb.collection('users').update(owner, passwords);
    const device = await deviceOf(server, email, NEW_PASSWORD);
    assert.deepEqual(await textsOf(device, session), Object.values(TEXTS));
    await resetPassword(server, email, 'one more battery staple');
    const later = await deviceOf(server, email, 'one more battery staple');
    assert.deepEqual(await textsOf(later, session), ABSENT);
    await post(later, 'unlock', { password: 'one more battery staple', code });
    assert.deepEqual(await textsOf(later, session), Object.values(TEXTS));
  });

  it('SEAL-04 switching back needs the password, gives the server its way in and voids the code', async () => {
    const { pb, email } = await locksmith(server);
    const { session } = await writeTexts(pb);
    const code = await turnOnStrict(pb);
    assert.equal((await strictOff(pb)).mode, 'server');
    assert.equal((await strictOff(pb)).mode, 'server', 'twice the same');
    assert.deepEqual(await textsOf(pb, session), Object.values(TEXTS));
    await resetPassword(server, email);
    const device = await deviceOf(server, email, NEW_PASSWORD);
    assert.deepEqual(await textsOf(device, session), Object.values(TEXTS));
    const refusal = await refusalOf(post(device, 'unlock', { password: NEW_PASSWORD, code }));
    assert.deepEqual(refusal.codes, { code: 'validation_invalid_code' });
    assert.ok((await journalOf(device)).includes('strict_off'));
  });

  it('SEAL-04 with a second factor the key waits with the number of the sign-in, of which the server has a hash', async () => {
    const { pb, email } = await locksmith(server);
    const { session } = await writeTexts(pb);
    const { recoveryCodes } = await turnOnSecondFactor(pb, server.clock.now);
    await turnOnStrict(pb);
    const device = server.visitor();
    const mfaId = await mfaIdOf(device, email);
    const { codes } = { codes: recoveryCodes };
    await device.collection('users').authWithOTP('recovery', String(codes[0]), { mfaId });
    assert.deepEqual(await textsOf(device, session), Object.values(TEXTS));
  });

  it('SEAL-04 each of many practices that save at the same moment does so with its own key', async () => {
    const practices = await Promise.all(Array.from({ length: 3 }, () => locksmith(server)));
    const sessions = await Promise.all(practices.map(async ({ pb }) => (await writeTexts(pb)).session));
    for (const { pb } of practices) await turnOnStrict(pb);
    const save = async (at: number, round: number) =>
      practices[at]?.pb.collection('sessions').update(String(sessions[at]), { thoughts: `мысль ${at} ${round}` });
    for (let round = 0; round < 2; round += 1) await Promise.all(practices.map((_, at) => save(at, round)));
    for (const [at, { pb }] of practices.entries()) {
      assert.equal((await textsOf(pb, String(sessions[at])))[2], `мысль ${at} 1`);
    }
  });

  it('SEAL-04 a sign-in hashes the password once, as in the other mode', async () => {
    const { pb, email } = await locksmith(server);
    await turnOnStrict(pb);
    assert.equal(await countHashes(() => deviceOf(server, email)), 1);
    await resetPassword(server, email);
    assert.equal(await countHashes(() => deviceOf(server, email, NEW_PASSWORD)), 1);
  });

  it('SEAL-04 a change of the key keeps password and code good, and seals everything again', async () => {
    const { pb, email, owner } = await locksmith(server);
    const { session } = await writeTexts(pb);
    const code = await turnOnStrict(pb);
    await settled(pb);
    const before = await keys(pb);
    await post(pb, 'change', { password: PASSWORD });
    await settled(pb);
    assert.deepEqual(await keys(pb), { ...before, key: before.key + 1 });
    for (const table of SEALED_TABLES) {
      const rows = await loose(server.context.db.read)
        .selectFrom<string>(table)
        .select('seal_key')
        .where('user', '=', owner)
        .execute();
      assert.ok(
        rows.every((row) => row['seal_key'] === before.key + 1 || row['seal_key'] === 0),
        table,
      );
    }
    await resetPassword(server, email);
    const device = await deviceOf(server, email, NEW_PASSWORD);
    await post(device, 'unlock', { password: NEW_PASSWORD, code });
    assert.deepEqual(await textsOf(device, session), Object.values(TEXTS));
  });

  test('SEAL-04 two tabs that switch at once, and with a sign-in at the same time, lose nothing', async () => {
    const { pb, email } = await locksmith(server);
    const { session } = await writeTexts(pb);
    const code = await newCode(pb);
    const calls = Array.from({ length: 4 }, () => post(pb, 'strict', { password: PASSWORD, code }));
    const { passed } = await settle(calls);
    assert.equal(passed, 4);
    assert.deepEqual(await textsOf(await deviceOf(server, email), session), Object.values(TEXTS));
    const mixed = await settle([
      strictOff(pb),
      post(pb, 'change', { password: PASSWORD }),
      strictOff(pb),
      pb.collection('sessions').update(session, { thoughts: 'иначе' }),
    ]);
    assert.equal(mixed.passed, 4, JSON.stringify(mixed.refusals));
    assert.deepEqual(await textsOf(pb, session), [TEXTS.description, TEXTS.news, 'иначе']);
  });
});
