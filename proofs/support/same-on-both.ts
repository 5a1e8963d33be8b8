import { test } from 'node:test';
import type { Engine } from '#server/ground/db/database.ts';
import { longTest } from '#proofs/support/long-form.ts';

/**
 * Returns the function that declares tests in which the engine has no part. The short form runs them on SQLite alone, where
 * they take half the time; the long form, and a run with TEST_ENGINE, on every engine.
 */
export function sameOnBoth(engine: Engine): typeof longTest {
  return engine === 'sqlite' || process.env['TEST_ENGINE'] !== undefined ? test : longTest;
}
