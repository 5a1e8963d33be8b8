/** The tables of `Schema` about accounts and signing in. */

export interface SignInTable {
  /** The token's `jti`. */
  id: string;
  user: string;
  created: string;
  last_seen: string;
  address: string;
  device: string;
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
  /** When a right code of the secret turned it on; '' while it is off. */
  turned_on: string;
  /** The step of the last code used: none up to it is right. */
  last_step: number;
  /** JSON list: SHA-256 of the unused recovery codes, hexadecimal. */
  codes: string;
  /** Wrong codes, and when the first of them came; see `countedGuesses`. */
  guesses: number;
  guesses_since: string;
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
