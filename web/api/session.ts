import { ClientResponseError, getTokenPayload } from 'pocketbase';
import type { AuthRecord, RecordAuthResponse } from 'pocketbase';
import { useSyncExternalStore } from 'react';
import { pb } from '#web/api/client.ts';
import { takeHeadStart } from '#web/api/head-start.ts';
import { writeSignedOutAt } from '#web/browser/storage.ts';

export interface User {
  id: string;
  email: string;
  name: string;
  /** Whether the session ends after half an hour in which nobody does anything. */
  idleSignOut: boolean;
}

export type Session =
  | { status: 'loading' }
  | { status: 'guest' }
  /** `signIn` is the id of this very sign-in, another one after signing in again. */
  | { status: 'user'; user: User; signIn: string };

/** Where a session that has just ended leads: 'left' was the person's own wish, 'lost' was not. */
export type SessionEnd = 'left' | 'lost';

const REFRESH_EVERY = 30 * 60_000;

let session: Session = { status: 'loading' };
let knownToken = '';
let refreshedAt = 0;
let ending: SessionEnd = 'lost';
let replacing = false;
const listeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd) => void>();

export function currentSession(): Session {
  return session;
}

/** Whose records are asked for; empty, which finds nothing, where nobody is signed in. */
export function ownId(): string {
  return session.status === 'user' ? session.user.id : '';
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession);
}

/** The practitioner, on screens that only a signed-in person reaches. */
export function useUser(): User {
  const current = useSession();
  return current.status === 'user' ? current.user : { id: '', email: '', name: '', idleSignOut: false };
}

export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads who was signed in, asks the server whether that still holds, and keeps it fresh from then on. */
export async function startSession(): Promise<void> {
  // Also called when another tab signs in or out: the SDK's store listens to browser storage.
  pb.authStore.onChange((token, record) => adopt(token, record));
  const read = pb.afterSend;
  pb.afterSend = async (response: Response, data: unknown, options?: { headers?: Record<string, string> }) => {
    const own = options?.headers?.['Authorization'] === pb.authStore.token;
    // First of all: what was answered as to a guest, a client that is not found among it, must lead no screen elsewhere.
    if (own && refusesToken(response) && !replacing) await loseUnlessReplaced();
    return read ? read(response, data) : data;
  };
  document.addEventListener('visibilitychange', () => void refreshWhenOld());
  window.addEventListener('focus', () => void refreshWhenOld());
  setInterval(() => void refreshWhenOld(), 60_000);

  if (!pb.authStore.isValid) pb.authStore.clear();
  else await refresh();
  adopt(pb.authStore.token, pb.authStore.record);
}

/** Signs in; an unverified or wrong sign-in throws and leaves nobody signed in. */
export async function signIn(email: string, password: string): Promise<void> {
  try {
    await pb.collection('users').authWithPassword(email, password);
  } catch (error) {
    pb.authStore.clear();
    throw error;
  }
}

/** Ends this sign-in on the server and here. That the server could not be told is only logged (AUTH-06). */
export async function signOut(): Promise<void> {
  const id = signInOf(pb.authStore.token);
  // Also where this sign-in turns out to have ended before.
  ending = 'left';
  // First of all: no other tab may take this for a lost sign-in, whose drafts are kept.
  writeSignedOutAt(Temporal.Now.instant().toString());
  try {
    // The server cuts the line of a sign-in that has ended; better to hang up first.
    await pb.realtime.unsubscribe();
    if (id) await pb.send(`/api/sign-ins/${encodeURIComponent(id)}`, { method: 'DELETE' });
  } catch (error) {
    console.error('Sign-out was not told to the server', error instanceof ClientResponseError ? error.status : '');
  }
  pb.authStore.clear();
  ending = 'lost';
}

/** Ends the session here, because the server would no longer have it. */
export function loseSession(): void {
  pb.authStore.clear();
}

/** Ends a session at which nobody sits any more: what was being written is kept as for one that was lost. */
export function loseIdleSession(): void {
  const { token } = pb.authStore;
  loseSession();
  const own = `/api/sign-ins/${encodeURIComponent(signInOf(token))}`;
  // Should it not arrive, the server ends it by itself.
  void pb.send(own, { method: 'DELETE', headers: { Authorization: token } }).catch(() => undefined);
}

/** Has the server know that somebody is at work here: what is being written is sent only when it is saved. */
export function tellUse(): void {
  // Should it not arrive, the next one does.
  void pb
    .collection('users')
    .getOne(ownId(), { fields: 'id' })
    .catch(() => undefined);
}

/** The name was changed on some device: this one shows it too. */
export function renameUser(name: string): void {
  const { token, record } = pb.authStore;
  if (record && record['name'] !== name) pb.authStore.save(token, { ...record, name });
}

/** Another tab may be replacing this very sign-in, and its successor be on the way. */
async function loseUnlessReplaced(): Promise<void> {
  const refused = pb.authStore.token;
  await withLock('shared', async () => {
    if (pb.authStore.token === refused) loseSession();
  });
}

/** Where the browser has no locks (a page without TLS) tabs go their own ways. */
async function withLock<Result>(mode: LockMode, action: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return action();
  return navigator.locks.request('kabinet-sign-in', { mode }, action);
}

/**
 * Runs an action that replaces or ends this very sign-in. Requests that are refused meanwhile for its old token end
 * nothing; where nobody is signed in afterwards, the session has ended as `end` says.
 */
export async function replaceSignIn<Result>(end: SessionEnd, action: () => Promise<Result>): Promise<Result> {
  replacing = true;
  ending = end;
  try {
    return await withLock('exclusive', action);
  } finally {
    replacing = false;
    ending = 'lost';
  }
}

/** The id of the sign-in that a token stands for; empty where it names none. */
function signInOf(token: string): string {
  const id: unknown = getTokenPayload(token)['jti'];
  return typeof id === 'string' ? id : '';
}

async function refresh(): Promise<void> {
  const asked = pb.authStore.token;
  try {
    // Not the SDK's authRefresh: an answer that a reload cuts off in the middle would be kept as an empty token.
    const answer = await pb.send<Partial<RecordAuthResponse>>('/api/collections/users/auth-refresh', {
      method: 'POST',
      ...takeHeadStart(pb.authStore.token),
    });
    // Who signed out meanwhile stays signed out.
    if (answer.token && answer.record && pb.authStore.token === asked) pb.authStore.save(answer.token, answer.record);
  } catch (error) {
    // Only an answer ends a session; a lost connection or a failing server does not.
    const refused = error instanceof ClientResponseError && [401, 403, 404].includes(error.status);
    // Another tab may have replaced this very sign-in meanwhile.
    if (refused && pb.authStore.token === asked) loseSession();
  }
}

async function refreshWhenOld(): Promise<void> {
  const due = Date.now() - refreshedAt > REFRESH_EVERY;
  if (session.status === 'user' && due && document.visibilityState === 'visible') await refresh();
}

function adopt(token: string, record: AuthRecord): void {
  const before = session;
  if (token !== knownToken) refreshedAt = Date.now();
  knownToken = token;
  session = token && record ? { status: 'user', user: userOf(record), signIn: signInOf(token) } : { status: 'guest' };
  if (sameSession(session, before)) {
    session = before;
    return;
  }
  for (const listener of listeners) listener();
  if (before.status === 'user' && session.status === 'guest') {
    for (const listener of endListeners) listener(ending);
    ending = 'lost';
  }
}

function refusesToken(response: Response): boolean {
  return (response.headers.get('WWW-Authenticate') ?? '').includes('invalid_token');
}

function userOf(record: NonNullable<AuthRecord>): User {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id: record.id,
    email: text(record['email']),
    name: text(record['name']),
    idleSignOut: record['idleSignOut'] === true,
  };
}

function sameSession(a: Session, b: Session): boolean {
  if (a.status !== 'user' || b.status !== 'user') return false;
  const sameUser =
    a.user.id === b.user.id &&
    a.user.email === b.user.email &&
    a.user.name === b.user.name &&
    a.user.idleSignOut === b.user.idleSignOut;
  return sameUser && a.signIn === b.signIn;
}
