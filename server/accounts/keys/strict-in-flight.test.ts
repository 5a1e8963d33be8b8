import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { readClaims } from '#server/accounts/tokens/tokens.ts';
import { act } from '#server/ground/action.ts';
import { dataKey, LOCKED } from '#server/ground/db/data-keys.ts';
import { type KeyScope, newScope, withKeys, isLocked } from '#server/ground/db/strict-keys.ts';
import { loose } from '#server/ground/db/query.ts';
import { GUEST } from '#server/ground/identity/actor.ts';
import { activeKeys } from '#server/accounts/keys/change-key.ts';
import { resealAfterKeyChange } from '#server/accounts/keys/resealer.ts';
import { newTextsCode, turnOnStrict as takeWayIn } from '#server/accounts/keys/strict-mode.ts';
import { mfaIdOf, turnOnSecondFactor } from '#proofs/support/accounts/second-factor.ts';
import {
  keys,
  type Locksmith,
  locksmith,
  NEW_PASSWORD,
  post,
  resetPassword,
  strictOff,
  turnOnStrict,
} from '#proofs/support/strict.ts';
import { switchInThreeTabs } from '#proofs/support/strict-tabs.ts';
import { onServerWith, refusalOf, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const note = (at: number) => ({ title: 'тема', content: `содержание ${at}`, date: '2030-01-01 09:00:00.000Z' });

/** What a request or a stream that began in the strict mode holds. */
function scopeOf({ pb, owner }: Locksmith): KeyScope {
  const claims = readClaims(pb.authStore.token);
  return newScope({ owner, signIn: claims?.jti ?? '', part: () => claims?.key ?? null, strict: true });
}

async function settled(pb: PocketBase): Promise<void> {
  for (let patience = 1000; patience > 0; patience -= 1) if ((await keys(pb)).changing === null) return;
  assert.fail('the change of the key does not end');
}

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);
  const strictWithNote = async (): Promise<Locksmith> => {
    const smith = await locksmith(server);
    await smith.pb.collection('blog_posts').create(note(1));
    await turnOnStrict(smith.pb);
    await settled(smith.pb);
    return smith;
  };

  it('SEAL-04 a device that waits for its code while another one unlocks signs in again, and reads', async () => {
    const { pb, email } = await locksmith(server);
    const { id } = await pb.collection('blog_posts').create(note(1));
    const { recoveryCodes } = await turnOnSecondFactor(pb, server.clock.now);
    const code = await turnOnStrict(pb);
    await resetPassword(server, email);
    const [one, two] = [server.visitor(), server.visitor()];
    const enter = (device: PocketBase, at: number, mfaId: string) =>
      device.collection('users').authWithOTP('recovery', String(recoveryCodes[at]), { mfaId });
    await enter(one, 0, await mfaIdOf(one, email, NEW_PASSWORD));
    const waiting = await mfaIdOf(two, email, NEW_PASSWORD);
    await post(one, 'unlock', { password: NEW_PASSWORD, code });
    assert.equal((await refusalOf(enter(two, 1, waiting))).status, 400);
    await enter(two, 1, await mfaIdOf(two, email, NEW_PASSWORD));
    assert.equal((await two.collection('blog_posts').getOne(id))['content'], 'содержание 1');
  });

  it('SEAL-04 SEAL-05 a change of the key that the mode overtakes ends only when every text has the new key', async () => {
    const { pb, owner } = await locksmith(server);
    for (let at = 0; at < 3; at += 1) await pb.collection('blog_posts').create(note(at));
    const { context } = server;
    const rows = loose(context.db.read).selectFrom<string>('blog_posts').select('seal_key').where('user', '=', owner);
    const caller = { context, actor: GUEST, now: context.now() };
    await act(caller, owner, async (action) => {
      const { code } = await newTextsCode(action);
      await takeWayIn(action, randomBytes(32), code);
    });
    const active = await activeKeys(context.db.read, owner);
    // As the general resealer does, which chose this practitioner a moment before.
    await withKeys(null, () => resealAfterKeyChange(context, owner, new AbortController().signal));
    assert.deepEqual(await activeKeys(context.db.read, owner), active, 'nothing is retired while its texts are left');
    await settled(pb);
    const newest = active.at(-1);
    assert.deepEqual(
      (await rows.execute()).map((row) => row['seal_key']),
      [newest, newest, newest],
    );
    assert.deepEqual(await activeKeys(context.db.read, owner), [newest]);
  });

  it('SEAL-04 what is open across switching off and on follows to the new key', async () => {
    const smith = await strictWithNote();
    const { pb, owner } = smith;
    const { read } = server.context.db;
    const scope = scopeOf(smith);
    const open = async (number: number) => withKeys(scope, () => dataKey(read, owner, number, { fresh: true }));
    const [first = 0] = await activeKeys(read, owner);
    assert.ok((await open(first)) instanceof Uint8Array);
    await strictOff(pb);
    await turnOnStrict(pb);
    const [newest = 0] = (await activeKeys(read, owner)).slice(-1);
    assert.ok(newest > first);
    assert.ok((await open(newest)) instanceof Uint8Array);
  });

  it('SEAL-04 a request in flight while the mode is turned off is not taken for locked', async () => {
    const smith = await strictWithNote();
    const { pb, owner } = smith;
    const { read } = server.context.db;
    const [number = 0] = await activeKeys(read, owner);
    const strangers = { ...scopeOf(smith), part: () => 'a'.repeat(32) };
    assert.equal(await withKeys(strangers, () => dataKey(read, owner, number)), LOCKED);
    assert.equal(await withKeys(strangers, () => isLocked(read, owner)), true);
    const scope = scopeOf(smith);
    await strictOff(pb);
    assert.equal(await withKeys(scope, () => isLocked(read, owner)), false);
    assert.ok((await withKeys(scope, () => dataKey(read, owner, number))) instanceof Uint8Array);
  });

  it('SEAL-04 a new password in one tab while another turns the mode on and a third saves: the password that holds opens what was saved', async () => {
    await switchInThreeTabs(server, { isOn: false, isFirst: true });
    await switchInThreeTabs(server, { isOn: true, isFirst: false });
  });
});
