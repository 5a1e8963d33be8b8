import type { Kysely } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';
import * as schema from '#server/ground/db/migrations/0001-schema.ts';

export interface Migration {
  name: string;
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
}

/** In order. A released one never changes, and imports nothing that could change. */
export const migrations: readonly Migration[] = [{ name: '0001-schema', up: schema.up }];
