import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/database.ts';
import type { Events } from '#server/ground/events/events.ts';
import type { Secrets } from '#server/ground/secrets/secrets.ts';
import type { Quota } from '#server/ground/limits/quota.ts';
import type { Limits } from '#server/ground/limits/limit-rules.ts';

/** What use cases share, built once. What only one part needs is handed to it where it is registered. */
export interface Context {
  config: Config;
  db: Database;
  secrets: Secrets;
  limits: Limits;
  quota: Quota;
  events: Events;
  log: FastifyBaseLogger;
  /** The clock of every rule. */
  now(): Temporal.Instant;
}
