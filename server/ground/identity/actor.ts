/** The origin of a request: the address, and the device as a person recognises it. */
export interface Origin {
  address: string;
  device: string;
}

declare const owner: unique symbol;

/** The id of a practitioner whose right to the data was verified; only `ownerId` creates one. */
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

/** The caller of a request: a guest if the token is missing or refused. */
export type Actor = SignedIn | Guest;

/** The owner of an account who follows a letter's link without being signed in. */
export interface LetterReader {
  kind: 'letter';
  owner: OwnerId;
  from: Origin;
}

/** A scheduled job, without a user. */
export interface Program {
  kind: 'program';
}

/** The operator, at the command line. */
export interface Operator {
  kind: 'operator';
}

/** The author of a change in the journal. */
export type Author = Actor | LetterReader | Program | Operator;

export const GUEST: Guest = { kind: 'guest' };
export const PROGRAM: Program = { kind: 'program' };
export const OPERATOR: Operator = { kind: 'operator' };

/**
 * Marks an id as verified: it is from a valid token (`server/accounts/sign-ins/authenticate.ts`), a new account, the
 * practitioner of a booking page, or the owner's column of a row that its owner reached. Never call it with an id from
 * a request.
 */
export function ownerId(id: string): OwnerId {
  return id as OwnerId;
}
