import type { Generated } from 'kysely';
import type { RecordColumns } from '#server/ground/db/practice-schema.ts';

/** The tables of `Schema` about accounts and signing in. */

export interface UserTable extends RecordColumns {
  email: string;
  /**
   * `emailKey` of the address; unique. Until the address is confirmed it is `PENDING` and the id, which no address is.
   */
  email_key: string;
  emailVisibility: number;
  verified: number;
  name: string;
  /** argon2id in PHC form. */
  password_hash: string;
  /** Part of the key that signs this account's tokens; a new one voids them all. */
  token_key: string;
  /** 1: a sign-in ends after half an hour without use. */
  idleSignOut: Generated<number>;
  /** The time at which its owner deleted it; NULL while it is in use. Its data is erased afterwards. */
  deleted: string | null;
  /** The time at which the operator locked it; NULL for all other accounts. */
  locked: string | null;
  /** `emailKey` of an unconfirmed address; '' for all other accounts. */
  pending_key: Generated<string>;
  /** The device of the registration, until the address is confirmed. */
  registered_device: Generated<string>;
}

/**
 * `hash` is the SHA-256 of the link's token, hex; `for` a keyed hash of the only address that it is for, '' for any;
 * `used_by` a keyed hash of the form that used it up at `used`, both NULL while it is good.
 */
export type InvitationTable = Record<'hash' | 'for' | 'expires', string> & Record<'used_by' | 'used', string | null>;

export interface SignInTable {
  /** The token's `jti`. */
  id: string;
  user: string;
  created: string;
  last_seen: string;
  address: string;
  device: string;
  /** Of the random part of its token, base64. */
  public_key: string;
  /** The practitioner's own key, sealed for that part; '' where the server opens the texts, and while they are locked. */
  wrapped: Generated<string>;
}

/** Networks of earlier sign-ins to an account: guesses from elsewhere do not block its owner there. */
export interface KnownAddressTable {
  user: string;
  /** Keyed hashes of `networkOf` and `neighbourhoodOf`. */
  network: string;
  neighbourhood: string;
  last_seen: string;
}

/** What an account asks for after its password. The row stays while it is off, because it counts the wrong codes. */
export interface SecondFactorTable {
  user: string;
  /** The secret of the authenticator app, sealed as base64; '' without one. */
  secret: string;
  /** When a right code of the secret turned it on; NULL while it is off. */
  turned_on: string | null;
  /** The step of the last code used: none up to it is right. */
  last_step: number;
  /** JSON list: SHA-256 of the unused recovery codes, hexadecimal. */
  codes: string;
  /** Wrong codes, and when the first of them came; see `countedGuesses`. */
  guesses: number;
  guesses_since: string | null;
}

/** Sign-ins whose password was right and whose code is still to come, for a few minutes. */
export interface WaitingSignInTable {
  id: string;
  user: string;
  /** SHA-256 of the random part of its number, hexadecimal. */
  hash: string;
  created: string;
  /** Wrong codes so far. */
  tries: number;
  /** The practitioner's own key, wrapped under the random part of its number; '' where the server opens the texts. */
  wrapped: Generated<string>;
}

/** An account that its owner or the operator deleted; its row of `users` goes with its last record. */
export interface ErasedAccountTable {
  id: string;
  deleted: string;
}

/** The new address that an account's owner requested last, until it is confirmed. */
export interface EmailChangeTable {
  user: string;
  new_email: string;
  created: string;
}

/** An address that an account had until lately, to which its owner can return. */
export interface FormerEmailTable {
  user: string;
  /** Of a later change a greater one. */
  number: number;
  email: string;
  /** Part of the key that signs the link: that of the account changes with its password. */
  token_key: string;
  created: string;
}
