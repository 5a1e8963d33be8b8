import type { Migration } from '#server/ground/db/migrate.ts';
import * as schema from '#server/ground/db/migrations/0001-schema.ts';

/** In order. A released one never changes: it imports nothing of ours that could change. */
export const migrations: readonly Migration[] = [{ name: '0001-schema', up: schema.up }];
