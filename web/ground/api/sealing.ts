import { useEffect } from 'react';
import type { DraftKey } from '#domain/accounts/draft-key.ts';
import type { Cipher } from '#web/ground/browser/cipher.ts';
import { Store, useStore } from '#web/ground/browser/store.ts';
import { pb } from '#web/ground/api/client.ts';
import { currentSession, ownId, subscribe } from '#web/ground/api/session.ts';

/** How long the server may take to return the key, in milliseconds; after that the form works without drafts. */
const TIMEOUT_MS = 5000;

/** Whether typed texts can be stored: not known yet, yes, or no. */
type Sealing = 'coming' | 'open' | 'refused';

interface Opened {
  user: string;
  /** Null while the request is pending, and after it fails. */
  cipher: Cipher | null;
  failed: boolean;
}

const CLOSED: Opened = { user: '', cipher: null, failed: false };

const opened = new Store(CLOSED);

/**
 * Encrypts a text that this person stores in the browser, with a key that the server gives to an active sign-in and
 * that exists only in memory. Null while there is no such key.
 */
export function seal(name: string, text: string): string | null {
  return opened.get().cipher?.seal(name, text) ?? null;
}

export function unseal(name: string, sealed: string): string | null {
  return opened.get().cipher?.unseal(name, sealed) ?? null;
}

/** Whether typed texts can be stored. The first caller fetches the key, once per sign-in and again after a failure. */
export function useSealing(): Sealing {
  useStore(opened);
  const state = sealing();
  useEffect(() => {
    if (state !== 'open') void open();
  }, [state]);
  return state;
}

/** Drops the key when its sign-in ends. */
export function startSealing(): void {
  subscribe(() => {
    if (ownId() !== opened.get().user) opened.set(CLOSED);
  });
}

export function sealing(): Sealing {
  const { cipher, failed } = opened.get();
  if (cipher) return 'open';
  return failed || currentSession().status !== 'user' ? 'refused' : 'coming';
}

async function open(): Promise<void> {
  const user = ownId();
  const before = opened.get();
  if (user === '' || (before.user === user && !before.failed)) return;
  // A form that started without the key continues without it, because it has not read the stored texts.
  opened.set({ user, cipher: null, failed: before.failed });
  const cipher = await newCipher().catch(() => null);
  if (opened.get().user === user) opened.set({ user, cipher, failed: cipher === null });
}

async function newCipher(): Promise<Cipher> {
  const [{ key }, { Cipher: Made }] = await Promise.all([
    pb.send<DraftKey>('/api/draft-key', { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    import('#web/ground/browser/cipher.ts'),
  ]);
  return new Made(key);
}
