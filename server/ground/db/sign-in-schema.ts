import type { Generated } from 'kysely';
import type { RecordColumns } from '#server/ground/db/practice-schema.ts';

/** The tables of `Schema` about accounts and signing in. */

export interface UserTable extends RecordColumns {
  email: string;
  /**
   * `emailKey` of the address, unique. Until the address is confirmed it is `PENDING` followed by the id, which is no
   * valid address.
   */
  email_key: string;
  emailVisibility: number;
  verified: number;
  name: string;
  /** argon2id in PHC form. */
  password_hash: string;
  /** Part of the key that signs this account's tokens; a new value voids them all. */
  token_key: string;
  /** 1: a sign-in ends after half an hour without use. */
  idleSignOut: Generated<number>;
  /** When its owner or the operator deleted it; NULL while it is in use. Its data is erased afterwards. */
  deleted: string | null;
  /** When the operator locked it; NULL for all other accounts. */
  locked: string | null;
  /** `emailKey` of an unconfirmed address; '' for all other accounts. */
  pending_key: Generated<string>;
  /** The device of the registration, until the address is confirmed. */
  registered_device: Generated<string>;
}

/**
 * `hash` is the SHA-256 of the link's token, hexadecimal; `for` a keyed hash of the only address that may use it, ''
 * for any; `used_by` a keyed hash of the form that used it, and `used` when; both NULL while it is unused.
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
  /** The public key of the random part of its token, base64. */
  public_key: string;
  /**
   * The practitioner's own key, sealed with `public_key`; '' outside the strict mode and while the texts are locked.
   */
  wrapped: Generated<string>;
}

/** Networks of earlier sign-ins to an account: failed attempts from elsewhere do not block its owner there. */
export interface KnownAddressTable {
  user: string;
  /** Keyed hashes of `networkOf` and `neighbourhoodOf`. */
  network: string;
  neighbourhood: string;
  last_seen: string;
}

/** The second factor of an account. The row stays while it is off, because it counts the wrong codes. */
export interface SecondFactorTable {
  user: string;
  /** The secret of the authenticator app, sealed, base64; '' without one. */
  secret: string;
  /** When a correct code turned it on; NULL while it is off. */
  turned_on: string | null;
  /** The time step of the last code that was accepted; no code of that step or an earlier one is accepted again. */
  last_step: number;
  /** JSON list: SHA-256 of the unused recovery codes, hexadecimal. */
  codes: string;
  /** The count of wrong codes, and when the first of them came; see `countedGuesses`. */
  guesses: number;
  guesses_since: string | null;
}

/** Sign-ins with a correct password that wait for a code, for a few minutes. */
export interface WaitingSignInTable {
  id: string;
  user: string;
  /** SHA-256 of the random part of its number, hexadecimal. */
  hash: string;
  created: string;
  /** The count of wrong codes. */
  tries: number;
  /** The practitioner's own key, wrapped under the random part of its number; '' outside the strict mode. */
  wrapped: Generated<string>;
}

/** An account that its owner or the operator deleted; its row of `users` is deleted after its last record. */
export interface ErasedAccountTable {
  id: string;
  deleted: string;
}

/** The address to which an account's owner last requested to change, until it is confirmed. */
export interface EmailChangeTable {
  user: string;
  new_email: string;
  created: string;
}

/** An address that an account had until recently, and that its owner can restore. */
export interface FormerEmailTable {
  user: string;
  /** Increases with each change. */
  number: number;
  email: string;
  /** Part of the key that signs the link; its own, because the account's changes with the password. */
  token_key: string;
  created: string;
}
