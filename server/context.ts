import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/database.ts';
import type { PasswordCost } from '#server/accounts/password.ts';
import type { Secrets } from '#server/accounts/secrets.ts';
import type { Limits } from '#server/ground/limits/limit-rules.ts';
import type { Peers } from '#server/ground/nodes/peers.ts';
import type { Events } from '#server/ground/events/events.ts';
import type { ClientLetters, LetterWriters } from '#server/ground/mail/write-letter.ts';
import type { Collection } from '#server/records/collection.ts';
import type { Counts } from '#server/ground/process/counts.ts';

/** Everything long-lived, built once; tests replace single parts. */
export interface Context {
  config: Config;
  db: Database;
  secrets: Secrets;
  limits: Limits;
  /** The cost of hashing a new password. */
  passwordCost: PasswordCost;
  events: Events;
  /** Other processes with the same database; null where there can be none. */
  peers: Peers | null;
  log: FastifyBaseLogger;
  /** What this process did since its start, for whoever watches it. */
  counts: Counts;
  collections: readonly Collection[];
  letters: LetterWriters;
  clientLetters: ClientLetters;
  /** Opens `/_mail`: new at every start, printed and never logged. */
  mailboxKey: string;
  /** The clock of every rule. */
  now(): Temporal.Instant;
  /** Wakes the sender of letters after a commit that queued one. */
  wakeOutbox(): void;
  /** Wakes the eraser after a commit that deleted an account. */
  wakeEraser(): void;
  /** Wakes the resealer after a commit that changed a practitioner's key. */
  wakeResealer(): void;
}
