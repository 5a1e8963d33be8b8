import { ClientResponseError } from 'pocketbase';
import type { AuthRecord, RecordAuthResponse } from 'pocketbase';
import { Store, useStore } from '#web/ground/browser/store.ts';
import type { SecondFactorMethod } from '#domain/second-factor/second-factor.ts';
import { pb, signInOf } from '#web/ground/api/client.ts';
import { takeHeadStart } from '#web/ground/api/head-start.ts';
import { readStartedLists } from '#web/ground/api/lists.ts';
import { readLockedSignIn, writeLockedSignIn, writeSignedOutAt } from '#web/ground/browser/storage.ts';

export interface User {
  id: string;
  email: string;
  name: string;
  /** Whether the session ends after half an hour without activity. */
  idleSignOut: boolean;
}

export type Session =
  | { status: 'loading' }
  | { status: 'guest' }
  /** Nothing is shown until the page reloads. */
  | { status: 'locked' }
  /** `signIn` is the id of this sign-in; signing in again gives another one. */
  | { status: 'user'; user: User; signIn: string };

/** How a session ended: 'left' by the person's own choice, 'lost' without it, 'locked' until the password is typed. */
export type SessionEnd = 'left' | 'lost' | 'locked';

const STORED_WITHIN_MS = 150;
const REFRESH_EVERY = 30 * 60_000;

const session = new Store<Session>({ status: 'loading' });
let known = { token: '', since: 0 };
let ending: SessionEnd = 'lost';
let replacing = false;
const endListeners = new Set<(end: SessionEnd) => void>();

export const currentSession = session.get;
export const subscribe = session.subscribe;

/** The user id for queries; empty without a sign-in, which matches no record. */
export function ownId(): string {
  const current = session.get();
  return current.status === 'user' ? current.user.id : '';
}

export function useSession(): Session {
  return useStore(session);
}

/** The practitioner, for screens that only a signed-in person can open. */
export function useUser(): User {
  const current = useSession();
  return current.status === 'user' ? current.user : { id: '', email: '', name: '', idleSignOut: false };
}

export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Reads the stored sign-in, checks it with the server and keeps it fresh from then on. */
export async function startSession(): Promise<void> {
  // Also runs when another tab signs in or out: the SDK's store listens to browser storage.
  pb.authStore.onChange((token, record) => adopt(token, record));
  const read = pb.afterSend;
  pb.afterSend = async (response: Response, data: unknown, options?: { headers?: Record<string, string> }) => {
    const own = options?.headers?.['Authorization'] === pb.authStore.token;
    // Before the response reaches its caller: one for a guest, such as "client not found", must not redirect a screen.
    if (own && refusesToken(response) && !replacing) await loseUnlessReplaced(pb.authStore.token);
    return read ? read(response, data) : data;
  };
  // A page restored from the back/forward cache has missed what other tabs stored meanwhile.
  window.addEventListener(
    'pageshow',
    ({ persisted }) => persisted && window.dispatchEvent(new StorageEvent('storage')),
  );
  window.addEventListener('storage', ({ key }) => key === null && adopt(pb.authStore.token, pb.authStore.record));
  document.addEventListener('visibilitychange', () => void refreshWhenOld());
  window.addEventListener('focus', () => void refreshWhenOld());
  setInterval(() => void refreshWhenOld(), 60_000);

  // Only the server decides whether the token has expired: the device's clock can be days ahead.
  if (!pb.authStore.token) pb.authStore.clear();
  else {
    // Before the refresh: that makes the session known, and then the screen uses the lists.
    await readStartedLists();
    await refresh();
  }
  adopt(pb.authStore.token, pb.authStore.record);
}

/**
 * Signs in; returns the id under which the sign-in waits for a code, or null if no code is needed. Throws for an
 * unverified account or wrong credentials, and leaves no session.
 */
export async function signIn(email: string, password: string): Promise<string | null> {
  try {
    await pb.collection('users').authWithPassword(email, password);
    return null;
  } catch (error) {
    pb.authStore.clear();
    const mfaId: unknown = error instanceof ClientResponseError && error.status === 401 && error.response['mfaId'];
    if (typeof mfaId === 'string') return mfaId;
    throw error;
  }
}

/** Completes a sign-in that waits for a code. Throws for a wrong code, and if the sign-in no longer waits. */
export async function enterCode(mfaId: string, method: SecondFactorMethod, code: string): Promise<void> {
  // In the body, because proxies log addresses.
  const body = { otpId: method, password: code, mfaId };
  await pb.collection('users').authWithOTP(method, code, { body });
}

/** Ends this sign-in on the server and here. A failed request to the server is only logged (AUTH-06). */
export async function signOut(): Promise<void> {
  const id = signInOf(pb.authStore.token);
  // Also counts as leaving if the server has already ended this sign-in.
  ending = 'left';
  // Before anything else: another tab that takes this for a lost sign-in would keep its drafts.
  writeSignedOutAt(Temporal.Now.instant().toString());
  try {
    // The server closes the connection of an ended sign-in, so unsubscribe first.
    await pb.realtime.unsubscribe();
    if (id) await pb.send(`/api/sign-ins/${encodeURIComponent(id)}`, { method: 'DELETE' });
  } catch (error) {
    console.error('Sign-out was not told to the server', error instanceof ClientResponseError ? error.status : '');
  }
  pb.authStore.clear();
  ending = 'lost';
}

/** True while this tab is signing out: then the server closes the connection of the stream on purpose. */
export function isSigningOut(): boolean {
  return ending === 'left';
}

/** Ends the session here, because the server no longer accepts it. */
export function loseSession(): void {
  pb.authStore.clear();
}

/**
 * Ends this sign-in in every tab until the password is typed: nothing about clients stays readable here. Drafts stay,
 * encrypted with a key that only a new sign-in gets.
 */
export function lockSession(): void {
  const { token } = pb.authStore;
  // Another tab that locks at the same time may have cleared the store already.
  const current = session.get();
  const own = current.status === 'user' ? current.signIn : signInOf(token);
  ending = 'locked';
  // Before anything else: other tabs recognise the lock by it.
  writeLockedSignIn(own);
  loseSession();
  if (!token) return;
  // If the request fails, the server ends the sign-in by itself.
  const address = `/api/sign-ins/${encodeURIComponent(own)}`;
  void pb.send(address, { method: 'DELETE', headers: { Authorization: token } }).catch(() => undefined);
}

/** Notifies the server of activity: typing alone sends no request until it is saved. */
export function reportActivity(): void {
  // A failed request is replaced by the next one.
  void pb
    .collection('users')
    .getOne(ownId(), { fields: 'id' })
    .catch(() => undefined);
}

/** Applies a name that was changed on another device. */
export function renameUser(name: string): void {
  const { token, record } = pb.authStore;
  if (record && record['name'] !== name) pb.authStore.save(token, { ...record, name });
}

/** Ends the session unless another tab is replacing this sign-in and has not stored the new token yet. */
async function loseUnlessReplaced(refused: string): Promise<void> {
  await withLock('shared', async () => {
    // What another tab stored becomes visible here shortly after that tab has released its lock.
    if (pb.authStore.token === refused) await new Promise((resolve) => setTimeout(resolve, STORED_WITHIN_MS));
    if (pb.authStore.token === refused) loseSession();
  });
}

/** Without locks (a page without TLS) or with storage blocked, the action runs without synchronisation between tabs. */
async function withLock<Result>(mode: LockMode, action: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return action();
  let begun = false;
  const begin = () => {
    begun = true;
    return action();
  };
  try {
    return await navigator.locks.request('kabinet-sign-in', { mode }, begin);
  } catch (error) {
    if (begun) throw error;
    return begin();
  }
}

/**
 * Runs an action that replaces or ends this sign-in. A refusal of the old token meanwhile does not end the session; if
 * no sign-in remains, the session ends as `end`.
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

async function refresh(): Promise<void> {
  const sent = pb.authStore.token;
  try {
    // Not the SDK's authRefresh: it would store a response that a reload cut off as an empty token.
    const response = await pb.send<Partial<RecordAuthResponse>>('/api/collections/users/auth-refresh', {
      method: 'POST',
      ...takeHeadStart(pb.authStore.token),
    });
    // A sign-out during the request stays in effect.
    if (response.token && response.record && pb.authStore.token === sent)
      pb.authStore.save(response.token, response.record);
  } catch (error) {
    // Only a refusal ends a session; a lost connection or a failing server does not.
    const refused = error instanceof ClientResponseError && [401, 403, 404].includes(error.status);
    if (refused) await loseUnlessReplaced(sent);
  }
}

async function refreshWhenOld(): Promise<void> {
  const due = Date.now() - known.since > REFRESH_EVERY;
  if (session.get().status === 'user' && due && document.visibilityState === 'visible') await refresh();
}

function adopt(token: string, record: AuthRecord): void {
  const before = session.get();
  if (token !== known.token) known = { token, since: Date.now() };
  if (before.status === 'locked') return;
  const next: Session =
    token && record ? { status: 'user', user: userOf(record), signIn: signInOf(token) } : { status: 'guest' };
  if (sameSession(next, before)) return;
  const end = before.status === 'user' && next.status === 'guest' ? takeEnd(before.signIn) : null;
  session.set(end === 'locked' ? { status: 'locked' } : next);
  if (end) for (const listener of endListeners) listener(end);
}

/** Returns how the session of a sign-in ends and resets `ending` for the next one. */
function takeEnd(ended: string): SessionEnd {
  const lockedElsewhere = ending === 'lost' && ended !== '' && readLockedSignIn() === ended;
  const end = lockedElsewhere ? 'locked' : ending;
  ending = 'lost';
  return end;
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
