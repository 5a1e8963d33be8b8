import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { ArchiveQueue } from '#server/data/archive/archive-queue.ts';

test('OWN-01 an archive waits for one that was stopped before, and a third is refused', async () => {
  const queue = new ArchiveQueue();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const all = [
    queue.run('elena', () => first.promise.then(() => done.push('stopped'))),
    queue.run('elena', async () => done.push('again')),
    queue.run('anna', async () => done.push('other')),
  ];
  await assert.rejects(
    queue.run('elena', async () => done.push('third')),
    TooManyRequests,
  );
  first.resolve();
  await Promise.all(all);
  assert.deepEqual(done, ['stopped', 'again', 'other']);
  await queue.run('elena', async () => done.push('later'));
  assert.equal(done.at(-1), 'later');
});
