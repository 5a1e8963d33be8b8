import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { AppError } from '#domain/errors.ts';
import type { Reader, Write } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { forEachEngine, onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';

forEachEngine((engine) => {
  test('a write that throws leaves nothing and answers what was thrown', async () => {
    await using data = await openTestDatabase(engine);
    const refusal = new AppError(400, 'No.');
    const attempt = data.db.write(async (write) => {
      await putSecret(write, 'a');
      throw refusal;
    });
    await assert.rejects(attempt, (error) => error === refusal);
    assert.deepEqual(await secretNames(data.db.read), []);
  });

  test('a refused statement in the middle undoes the statements before it', async () => {
    await using data = await openTestDatabase(engine);
    const attempt = data.db.write(async (write) => {
      await putSecret(write, 'a');
      await putSecret(write, 'a');
    });
    await assert.rejects(attempt);
    assert.deepEqual(await secretNames(data.db.read), []);
  });

  test('what waits for the commit runs after it, in order, and never after a rollback', async () => {
    await using data = await openTestDatabase(engine);
    const seen: string[] = [];
    await data.db.write(async (write) => {
      write.afterCommit(() => seen.push('first'));
      await putSecret(write, 'a');
      write.afterCommit(() => seen.push('second'));
      assert.deepEqual(seen, []);
    });
    assert.deepEqual(seen, ['first', 'second']);

    const attempt = data.db.write(async (write) => {
      write.afterCommit(() => seen.push('third'));
      throw new Error('changed my mind');
    });
    await assert.rejects(attempt, /changed my mind/);
    assert.deepEqual(seen, ['first', 'second']);
  });

  test('a listener that fails does not unmake the commit and does not silence the others', async () => {
    await using data = await openTestDatabase(engine);
    const seen: string[] = [];
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    await data.db.write(async (write) => {
      await putSecret(write, 'a');
      write.afterCommit(() => {
        throw new RangeError('a name');
      });
      write.afterCommit(() => seen.push('second'));
    });
    assert.deepEqual(seen, ['second']);
    assert.deepEqual(await secretNames(data.db.read), ['a']);
    assert.equal((await warned).message, 'RangeError after a commit');
  });

  test('inside a write neither another write nor a read beside it is possible', async () => {
    await using data = await openTestDatabase(engine);
    const inside = /Inside a write/;
    const afterwards: unknown[] = [];
    await data.db.write(async (write) => {
      await assert.rejects(
        data.db.write(() => Promise.resolve()),
        inside,
      );
      assert.throws(() => data.db.read, inside);
      // An error here is logged and has no effect.
      write.afterCommit(() => void afterwards.push(data.db.read));
    });
    assert.equal(afterwards.length, 1);
    await data.db.write((write) => putSecret(write, 'a'));
    assert.deepEqual(await secretNames(data.db.read), ['a']);
  });

  test('readers do not wait for an open write and see what was there before it', { timeout: 30_000 }, async () => {
    await using data = await openTestDatabase(engine);
    const { read } = data.db;
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const writing = data.db.write(async (write) => {
      await putSecret(write, 'a');
      begun.resolve();
      await finish.promise;
    });
    await begun.promise;
    assert.deepEqual(await secretNames(read), []);
    finish.resolve();
    await writing;
    assert.deepEqual(await secretNames(read), ['a']);
  });

  test('writes that overlap lose no update', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db, { name: '0' });
    const increment = (): Promise<void> =>
      data.db.write(async ({ trx }) => {
        const query = trx.selectFrom('users').select('name').where('id', '=', owner);
        const { name } = await (engine === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow();
        await trx
          .updateTable('users')
          .set({ name: String(Number(name) + 1) })
          .where('id', '=', owner)
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    const { name } = await data.db.read.selectFrom('users').select('name').executeTakeFirstOrThrow();
    assert.equal(name, '20');
  });
});

onEngine('postgres', 'only here transactions lock each other out', () => {
  test('two writes that lock each other out both succeed, each with its own commit announced once', async () => {
    await using data = await openTestDatabase('postgres');
    const [one, two] = [await addPractitioner(data.db), await addPractitioner(data.db)];
    const announced: string[] = [];
    let runs = 0;
    const bothHoldOne = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const lockBoth = (first: OwnerId, second: OwnerId, turn: 0 | 1): Promise<void> =>
      data.db.write(async (write) => {
        runs += 1;
        write.afterCommit(() => announced.push(first));
        await write.lock(first);
        bothHoldOne[turn].resolve();
        await Promise.all(bothHoldOne.map((gate) => gate.promise));
        await write.lock(second);
      });
    await Promise.all([lockBoth(one, two, 0), lockBoth(two, one, 1)]);
    assert.ok(runs > 2, 'there was a deadlock');
    assert.deepEqual(announced.toSorted(), [one, two].toSorted());
  });

  test('a conflict that will not go away is a 409 after five more attempts', async () => {
    await using data = await openTestDatabase('postgres');
    let runs = 0;
    const attempt = data.db.write(async ({ trx }) => {
      runs += 1;
      await sql`do $$ begin raise exception 'busy' using errcode = 'serialization_failure'; end $$`.execute(trx);
    });
    await assert.rejects(attempt, (error) => error instanceof AppError && error.status === 409);
    assert.equal(runs, 6);
  });

  test('a connection that is cut fails its own query alone', async () => {
    await using data = await openTestDatabase('postgres');
    const attempt = data.db.write(async ({ trx }) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    });
    await assert.rejects(attempt);
    assert.deepEqual(await secretNames(data.db.read), []);
  });
});

async function putSecret({ trx }: Write, name: string): Promise<void> {
  await trx.insertInto('secrets').values({ name, value: '' }).execute();
}

async function secretNames(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('secrets').select('name').orderBy('name').execute();
  return rows.map((row) => row.name);
}
