import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { act } from '#server/ground/action.ts';
import { eraseClient } from '#server/data/erasures/erase-client.ts';
import { PROGRAM } from '#server/ground/identity/actor.ts';
import { printAbout } from '#server/practice/letters/about.ts';
import { planLetters } from '#server/practice/letters/letter-rows.ts';
import { folderTransport } from '#server/ground/mail/folder-transport.ts';
import { mailFolder } from '#server/ground/mail/letter-files.ts';
import { mail } from '#server/letters.ts';
import { startOutbox } from '#server/ground/mail/outbox.ts';
import { forEachEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { addClient, addPractitioner, addSession } from '#proofs/support/rows.ts';
import { NOON } from '#proofs/support/test-server.ts';

forEachEngine((engine) => {
  test('OWN-05 a letter that is handed over while its client is erased leaves no file', async () => {
    await using data = await openTestDatabase(engine);
    const { db, config } = data;
    const context = await mailContext(db, config, { now: NOON });
    const owner = await addPractitioner(db);
    const { id: client } = await addClient(db, owner, {
      email: 'kanar@example.com',
      email_key: 'kanar@example.com',
      reminders: 'email',
    });
    const { id: session } = await addSession(db, owner, client);
    const caller = { context, actor: PROGRAM, now: NOON };
    const start = '2026-11-23 06:00:00.000Z';
    const meetings = [{ session, before: null, shown: null }];
    const about = printAbout({ firstMs: 0, lastMs: 0, isOfMany: false, meetings });
    const letter = { kind: 'session-planned', about } as const;
    await act(caller, owner, (action) => planLetters(action, [{ ...letter, client, session, start, duration: 60 }]));
    const folder = mailFolder(config.dataDir);
    const files = folderTransport(folder, context.log);
    const handed = Promise.withResolvers<void>();
    const outbox = startOutbox(context, mail, {
      async send(message, signal) {
        const { handOver } = message;
        const erasing = async (): Promise<boolean> => {
          const holds = (await handOver?.()) ?? true;
          await eraseClient(caller, owner, { client, reason: 'request' });
          handed.resolve();
          return holds;
        };
        return files.send({ ...message, handOver: erasing }, signal);
      },
    });
    await handed.promise;
    await outbox.stop();
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(await db.read.selectFrom('letters').select('id').execute(), []);
  });
});
