import PocketBase, { BaseAuthStore } from 'pocketbase';
import { API_URL, pb } from '#web/api/client.ts';
import { currentSession, loseSession, replaceSignIn, signInOf } from '#web/api/session.ts';
import type { User } from '#web/api/session.ts';

/** Asks for the letter to the new address; until its link is confirmed the present one stays (AUTH-09). */
export function requestEmailChange(newEmail: string): Promise<boolean> {
  return pb.collection('users').requestEmailChange(newEmail);
}

/**
 * A new password ends every sign-in, this one too, so this device signs in again at once. False when only that failed:
 * the password is changed, and nobody is signed in here any more.
 */
export function changePassword(oldPassword: string, password: string): Promise<boolean> {
  const { id, email } = ownUser();
  return replaceSignIn('lost', async () => {
    await pb.collection('users').update(id, { oldPassword, password, passwordConfirm: password });
    try {
      // Without the token that has just ended: its refusal would come with the answer.
      await pb.collection('users').authWithPassword(email, password, { headers: { Authorization: '' } });
      return true;
    } catch {
      loseSession();
      return false;
    }
  });
}

/** Whether this is the account's password; asked beside the present sign-in, which stays as it is. */
export async function checkPassword(password: string): Promise<void> {
  const once = new PocketBase(API_URL, new BaseAuthStore());
  await once.collection('users').authWithPassword(ownUser().email, password);
  // It was a question and not a device.
  await once.send(`/api/sign-ins/${signInOf(once.authStore.token)}`, { method: 'DELETE' }).catch(() => undefined);
}

/** Deletes the account with everything in it and leaves nobody signed in. */
export function deleteAccount(): Promise<boolean> {
  const { id } = ownUser();
  return replaceSignIn('left', () => pb.collection('users').delete(id));
}

function ownUser(): User {
  const session = currentSession();
  if (session.status !== 'user') throw new Error('User not authenticated');
  return session.user;
}
