import type { Generated } from 'kysely';

/** The keys of each practitioner's texts; the newest one seals. */
export interface DataKeyTable {
  user: string;
  number: number;
  /** Wrapped under the key of the key file, or under the practitioner's own key; base64. */
  wrapped: string;
  /** The public key with which others seal for the practitioner, base64; '' where the key of the key file wraps. */
  public_key: Generated<string>;
  created: string;
  /** When nothing was sealed with it any more; NULL for the newest, and for older ones while a change runs. */
  retired: string | null;
}

/**
 * The practitioner's own key, which wraps their data keys in the strict mode. It is stored only wrapped: here, and for
 * each sign-in. The row stays while the mode is off.
 */
export interface StrictKeyTable {
  user: string;
  /** When the strict mode was turned on; NULL while it is off. */
  turned_on: string | null;
  /**
   * Wrapped under the key derived from the password; '' after a reset by letter, until the recovery code is entered.
   */
  by_password: string;
  /** Wrapped under the recovery code. */
  by_code: string;
  /** SHA-256 of the recovery code that was shown and not typed back yet, hexadecimal; '' without one. */
  new_code: string;
  /** When the copies wrapped under the key of the key file were removed from the database's files; NULL before. */
  swept: string | null;
}
