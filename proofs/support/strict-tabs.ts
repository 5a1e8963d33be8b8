import assert from 'node:assert/strict';
import { PASSWORD } from '#proofs/support/accounts/account.ts';
import {
  deviceOf,
  keys,
  locksmith,
  NEW_PASSWORD,
  newCode,
  post,
  strictOff,
  turnOnStrict,
} from '#proofs/support/strict.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

const note = (at: number) => ({ title: 'тема', content: `содержание ${at}`, date: '2030-01-01 09:00:00.000Z' });

/**
 * A new password in one tab while another one switches the mode and a third one saves: the password that holds opens
 * what was saved. `isOn` says whether the mode is on before, `isFirst` whether its call is sent before the others.
 */
export async function switchInThreeTabs(
  server: Pick<TestServer, 'context' | 'visitor'>,
  { isOn, isFirst }: { isOn: boolean; isFirst: boolean },
): Promise<void> {
  const { pb, email, owner } = await locksmith(server);
  const [tab, third] = [await deviceOf(server, email), await deviceOf(server, email)];
  const { id } = await pb.collection('blog_posts').create(note(1));
  const code = isOn ? await turnOnStrict(pb) : await newCode(pb);
  const passwords = { oldPassword: PASSWORD, password: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD };
  const mode = () => (isOn ? strictOff(tab) : post(tab, 'strict', { password: PASSWORD, code }));
  const first = isFirst ? mode() : null;
  const [replaced, saved] = await Promise.allSettled([
    pb.collection('users').update(owner, passwords),
    third.collection('blog_posts').update(id, note(2)),
    first ?? mode(),
  ]);
  // Where the mode stored the hash first, the change is refused, and can be tried again.
  const device = await deviceOf(server, email, replaced.status === 'fulfilled' ? NEW_PASSWORD : PASSWORD);
  const state = await keys(device);
  assert.equal(state.locked, false, state.mode);
  const stored = await device.collection('blog_posts').getOne(id);
  assert.equal(stored['content'], note(saved.status === 'fulfilled' ? 2 : 1).content);
}
