import { pb } from '#web/api/client.ts';
import { currentSession, loseSession, replaceSignIn } from '#web/api/session.ts';
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

/** Deletes the account with everything in it and leaves nobody signed in. The server checks the password (AUTH-12). */
export function deleteAccount(password: string): Promise<boolean> {
  const { id } = ownUser();
  return replaceSignIn('left', () => pb.collection('users').delete(id, { body: { password } }));
}

export function endSignIn(id: string): Promise<void> {
  return pb.send(`/api/sign-ins/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

export function endOtherSignIns(): Promise<void> {
  return pb.send('/api/sign-ins', { method: 'DELETE' });
}

function ownUser(): User {
  const session = currentSession();
  if (session.status !== 'user') throw new Error('User not authenticated');
  return session.user;
}
