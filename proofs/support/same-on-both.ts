import { test } from 'node:test';
import type { Engine } from '#server/db/database.ts';
import { longTest } from '#proofs/support/long-form.ts';

/**
 * Returns what declares tests in which the engine has no part. The short form has them on SQLite alone, where they take
 * half the time; the long form on both, and so has whoever selects an engine.
 */
export function sameOnBoth(engine: Engine): typeof longTest {
  return engine === 'sqlite' || process.env['TEST_ENGINE'] !== undefined ? test : longTest;
}
