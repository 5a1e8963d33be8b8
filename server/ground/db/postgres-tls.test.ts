import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { createTestPostgres } from '#proofs/support/test-postgres.ts';
import { CERTIFICATE, startTlsFront } from '#proofs/support/tls-front.ts';

const sentence = (pattern: RegExp) => (error: unknown) => error instanceof StartError && pattern.test(error.message);

onEngine('postgres', 'only here a network lies between', () => {
  test('an encrypted connection is verified as its URL says, and what is wrong with it is one sentence', async () => {
    await using database = await createTestPostgres();
    await using front = await startTlsFront(Number(new URL(database.url).port));
    const by = (host: string, options: string): string => {
      const url = new URL(database.url);
      url.host = `${host}:${front.port}`;
      return `${url.href}?${options}`;
    };
    const trusting = `sslrootcert=${encodeURIComponent(CERTIFICATE)}`;

    for (const options of [`sslmode=verify-full&${trusting}`, `sslmode=require&${trusting}`, 'sslmode=no-verify']) {
      const before = front.encrypted;
      const db = await openPostgres(by('localhost', options));
      await db.check();
      const line = await db.connect();
      await line.end();
      await db.close();
      assert.ok(front.encrypted > before, options);
    }
    for (const mode of ['verify-full', 'verify-ca', 'require']) {
      const unknown = openPostgres(by('localhost', `sslmode=${mode}&sslrootcert=system`));
      await assert.rejects(unknown, sentence(/certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\): /), mode);
      const other = openPostgres(by('127.0.0.1', `sslmode=${mode}&${trusting}`));
      await assert.rejects(other, sentence(/certificate is not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\): /), mode);
    }
    const missing = openPostgres(by('localhost', 'sslmode=verify-full&sslrootcert=/no/such/file'));
    await assert.rejects(missing, sentence(/^A file that DATABASE_URL names cannot be read \(ENOENT\)\.$/));
    const clear = openPostgres(`${database.url}?sslmode=verify-full&${trusting}`);
    await assert.rejects(clear, sentence(/asks for an encrypted connection, and the server offers none\.$/));
  });
});
