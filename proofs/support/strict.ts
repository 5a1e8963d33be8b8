import type PocketBase from 'pocketbase';
import type { KeyState, TextsCode } from '#domain/keys/keys.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { addAccount, PASSWORD } from '#proofs/support/accounts/account.ts';
import { tokenTo } from '#proofs/support/accounts/letters.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

/** A practitioner with a password, and one device. */
export interface Locksmith {
  email: string;
  owner: OwnerId;
  pb: PocketBase;
}

export const NEW_PASSWORD = 'another battery staple';

type Where = Pick<TestServer, 'context' | 'visitor'>;

/** Returns a practitioner, signed in with the password, whose texts the server opens. */
export async function locksmith(server: Where): Promise<Locksmith> {
  const email = `${newRecordId()}@example.org`;
  const owner = await addAccount(server.context, { email, email_key: email });
  return { email, owner, pb: await deviceOf(server, email) };
}

/** Signs in on another device. */
export async function deviceOf(
  server: Pick<TestServer, 'visitor'>,
  email: string,
  password = PASSWORD,
): Promise<PocketBase> {
  const pb = server.visitor();
  await pb.collection('users').authWithPassword(email, password);
  return pb;
}

export const keys = (pb: PocketBase): Promise<KeyState> => pb.send<KeyState>('/api/keys', {});
export const post = <Answer = KeyState>(pb: PocketBase, name: string, body: object): Promise<Answer> =>
  pb.send<Answer>(`/api/keys/${name}`, { method: 'POST', body });
export const strictOff = (pb: PocketBase, password = PASSWORD): Promise<KeyState> =>
  pb.send<KeyState>('/api/keys/strict', { method: 'DELETE', body: { password } });

export async function newCode(pb: PocketBase, password = PASSWORD): Promise<string> {
  return (await post<TextsCode>(pb, 'recovery', { password })).code;
}

/** Takes the server's way in away; returns the recovery code that was typed back. */
export async function turnOnStrict(pb: PocketBase, password = PASSWORD): Promise<string> {
  const code = await newCode(pb, password);
  await post(pb, 'strict', { password, code });
  return code;
}

/** Sets a new password by letter. */
export async function resetPassword(
  { context, visitor }: Where,
  email: string,
  password = NEW_PASSWORD,
): Promise<void> {
  const users = visitor().collection('users');
  await users.requestPasswordReset(email);
  await users.confirmPasswordReset(await tokenTo(context, email, 'Новый пароль'), password, password);
}
