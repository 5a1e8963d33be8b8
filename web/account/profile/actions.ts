import { pb } from '#web/ground/api/client.ts';
import { currentSession, loseSession, replaceSignIn } from '#web/ground/api/session.ts';
import type { User } from '#web/ground/api/session.ts';

/** Requests the letter to the new address; the current address stays until its link is confirmed (AUTH-09). */
export function requestEmailChange(newEmail: string): Promise<boolean> {
  return pb.collection('users').requestEmailChange(newEmail);
}

/**
 * Changes the password, which ends every sign-in, so this device signs in again at once. Returns false if only that
 * fails: then the password is changed and this device is signed out.
 */
export function changePassword(oldPassword: string, password: string): Promise<boolean> {
  const { id, email } = ownUser();
  return replaceSignIn('lost', async () => {
    await pb.collection('users').update(id, { oldPassword, password, passwordConfirm: password });
    try {
      // Without the ended token, because the server would refuse it.
      await pb.collection('users').authWithPassword(email, password, { headers: { Authorization: '' } });
      return true;
    } catch {
      loseSession();
      return false;
    }
  });
}

/** Deletes the account with all its data and signs out. The server checks the password (AUTH-12). */
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
