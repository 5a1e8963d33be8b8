/** Where somebody is: the address and the device that a person recognises it by. */
export interface Origin {
  address: string;
  device: string;
}

declare const owner: unique symbol;

/** The id of a practitioner whose right to the data was verified; minted by `ownerId` only. */
export type OwnerId = string & { readonly [owner]: true };

export interface SignedIn {
  kind: 'user';
  owner: OwnerId;
  /** The `jti` of the token: the id of the sign-in. */
  signIn: string;
  /** The token's `exp`, epoch seconds: an open stream ends then. */
  expiresAt: number;
  from: Origin;
}

export interface Guest {
  kind: 'guest';
}

/** Who asks. Everybody whose token is missing or not accepted is a guest. */
export type Actor = SignedIn | Guest;

/** The owner of an account who came by a letter's link, and is not signed in. */
export interface LetterReader {
  kind: 'letter';
  owner: OwnerId;
  from: Origin;
}

/** A job: what is done because it is time, by nobody. */
export interface Program {
  kind: 'program';
}

/** Who changes something, as the journal tells it. */
export type Author = Actor | LetterReader | Program;

export const GUEST: Guest = { kind: 'guest' };
export const PROGRAM: Program = { kind: 'program' };

/**
 * Mints the proof. Called where it is earned: a verified token (`server/accounts/authenticate.ts`), the account that
 * was just registered, the practitioner behind a booking page, the owner's column of a row that was reached as its
 * owner's. Never on an id that a caller sent.
 */
export function ownerId(id: string): OwnerId {
  return id as OwnerId;
}
