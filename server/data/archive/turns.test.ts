import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { ArchiveTurns } from '#server/data/archive/turns.ts';

test('OWN-01 an archive waits for one that was stopped before, and a third is refused', async () => {
  const turns = new ArchiveTurns();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const all = [
    turns.run('elena', () => first.promise.then(() => done.push('stopped'))),
    turns.run('elena', async () => done.push('again')),
    turns.run('anna', async () => done.push('other')),
  ];
  await assert.rejects(
    turns.run('elena', async () => done.push('third')),
    TooManyRequests,
  );
  first.resolve();
  await Promise.all(all);
  assert.deepEqual(done, ['stopped', 'again', 'other']);
  await turns.run('elena', async () => done.push('later'));
  assert.equal(done.at(-1), 'later');
});
