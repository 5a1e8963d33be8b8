import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request or a stream brings to open the texts of its own practice where the server does not open them. */
export interface KeyScope {
  owner: string;
  signIn: string;
  /** Returns the random part of the token; null once the scope has ended. */
  part: () => string | null;
  /** Whether the server was without a way in when this began. */
  strict: boolean;
  /** The practitioner's own key once it was opened, 'locked' once it was seen not to open. */
  own: Uint8Array | 'locked' | null;
  /** Data keys by name; never shared with other requests. */
  readonly opened: Map<string, Uint8Array>;
}

/** Forgets what was opened: what a request started may outlive it, and a connection of a pool keeps its context. */
export function endScope(scope: KeyScope): void {
  scope.own = 'locked';
  scope.part = () => null;
  scope.opened.clear();
}

/**
 * Ambient, because a row is opened deep inside the queries of every feature: passed on, it would be one more parameter of
 * each of them, and one that is forgotten would show a practitioner empty texts.
 */
const current = new AsyncLocalStorage<KeyScope | null>();

/** Runs code and all that it starts with the keys of one sign-in; null: without keys. */
export function withKeys<Result>(scope: KeyScope | null, run: () => Result): Result {
  return current.run(scope, run);
}

/** Returns the keys with which the current code runs if they are this practitioner's; without them it opens nothing. */
export function keysInScope(user: string): KeyScope | null {
  const scope = current.getStore();
  return scope?.owner === user ? scope : null;
}

/** Returns the sign-in for which alone a result may be kept; '' where the server opens the texts for all of them. */
export function openedFor(scope: KeyScope | null): string {
  return scope?.strict ? scope.signIn : '';
}

/** Returns the scope of a sign-in in which nothing is opened yet. */
export function newScope({
  owner,
  signIn,
  part,
  strict,
}: Pick<KeyScope, 'owner' | 'signIn' | 'part' | 'strict'>): KeyScope {
  return { owner, signIn, part, strict, own: null, opened: new Map() };
}
