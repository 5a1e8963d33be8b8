import { useEffect, useSyncExternalStore } from 'react';
import type { DraftKey } from '#domain/accounts/draft-key.ts';
import type { Cipher } from '#web/browser/cipher.ts';
import { pb } from '#web/api/client.ts';
import { currentSession, ownId, subscribe } from '#web/api/session.ts';

/** How long the server may take to hand out the key; drafts are refused then, and not the form. */
const PATIENCE = 5000;

/** Whether texts can be kept: not known yet, yes, or not at all. */
type Sealing = 'coming' | 'open' | 'refused';

interface Opened {
  user: string;
  /** Null while it is on its way, and where it did not come. */
  cipher: Cipher | null;
  failed: boolean;
}

let opened: Opened = { user: '', cipher: null, failed: false };
const listeners = new Set<() => void>();

/**
 * What this person keeps in the browser, encrypted with a key that the server gives to their living sign-in and that
 * stands in memory alone. Null where there is no such key.
 */
export function seal(name: string, text: string): string | null {
  return opened.cipher?.seal(name, text) ?? null;
}

export function unseal(name: string, sealed: string): string | null {
  return opened.cipher?.unseal(name, sealed) ?? null;
}

/**
 * Whether texts can be kept. The key is fetched as soon as somebody wants it, once for a sign-in and, where that
 * failed, again.
 */
export function useSealing(wanted = true): Sealing {
  const state = useSyncExternalStore(onSealing, sealing);
  useEffect(() => {
    if (wanted && state !== 'open') void open();
  }, [wanted, state]);
  return state;
}

/** Forgets the key with the sign-in that it was given to. */
export function startSealing(): void {
  subscribe(() => {
    if (ownId() !== opened.user) change({ user: '', cipher: null, failed: false });
  });
}

export function sealing(): Sealing {
  if (opened.cipher) return 'open';
  return opened.failed || currentSession().status !== 'user' ? 'refused' : 'coming';
}

async function open(): Promise<void> {
  const user = ownId();
  if (user === '' || (opened.user === user && !opened.failed)) return;
  // A form that does without goes on doing so: it has not seen what is kept.
  change({ user, cipher: null, failed: opened.failed });
  const cipher = await newCipher().catch(() => null);
  if (opened.user === user) change({ user, cipher, failed: cipher === null });
}

async function newCipher(): Promise<Cipher> {
  const [{ key }, { Cipher: Made }] = await Promise.all([
    pb.send<DraftKey>('/api/draft-key', { signal: AbortSignal.timeout(PATIENCE) }),
    import('#web/browser/cipher.ts'),
  ]);
  return new Made(key);
}

function onSealing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Opened): void {
  opened = next;
  for (const listener of listeners) listener();
}
