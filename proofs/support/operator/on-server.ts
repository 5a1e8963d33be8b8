import assert from 'node:assert/strict';
import type { Config } from '#server/ground/config/config.ts';
import { openForCommand } from '#server/open-context.ts';
import { COMMANDS } from '#server/operation/operator/commands.ts';
import { runTyped, type Typed } from '#proofs/support/operator/typed.ts';
import { PASSWORD } from '#proofs/support/accounts/account.ts';
import type { TestPractitioner, TestServer } from '#proofs/support/test-server.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/** The variables with which the command finds the data of a configuration. */
export function envOf({ dataDir, databaseUrl, keyFile, registration, mailFrom }: Config): NodeJS.ProcessEnv {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    KEY_FILE: keyFile ?? '',
    REGISTRATION: registration,
    MAIL_FROM: mailFrom,
  };
}

/** Runs a command on the data of a running server, with that server's clock. */
export function typedAt(server: TestServer, words: readonly string[], answer?: string, piped?: Buffer): Promise<Typed> {
  const { config } = server.context;
  const openHere = (its: Config) => openForCommand(its, { now: () => server.clock.now });
  return runTyped(words, { commands: COMMANDS, env: envOf(config), answer, openHere, piped });
}

/** The operator at a running server: commands that succeed or are refused, and the people whom they are about. */
export function operatorOf(server: TestServer) {
  const kabinet = (...words: string[]) => typedAt(server, words);
  const done = async (...words: string[]): Promise<string> => {
    const { status, output, beside } = await kabinet(...words);
    assert.equal(status, 0, beside);
    return output;
  };
  const refused = async (...words: string[]): Promise<string> => {
    const { status, output, beside } = await kabinet(...words);
    assert.deepEqual([status, output], [1, ''], words.join(' '));
    return beside.trim();
  };
  const person = async (): Promise<TestPractitioner & { email: string }> => {
    const practitioner = await server.practitioner();
    return { ...practitioner, email: `${practitioner.owner}@example.com` };
  };
  const journalOf = async (owner: OwnerId): Promise<string[]> => {
    const rows = server.context.db.read.selectFrom('journal').selectAll().where('user', '=', owner).orderBy('seq');
    return (await rows.execute())
      .filter(({ author }) => author === 'operator')
      .map(({ action, subject }) => `${action} ${subject}`);
  };
  const signIn = (email: string, password = PASSWORD) =>
    server.visitor().collection('users').authWithPassword(email, password);
  const isIn = async ({ pb }: TestPractitioner): Promise<boolean> =>
    (await pb.collection('users').getFullList()).length === 1;
  return { kabinet, done, refused, person, journalOf, signIn, isIn };
}
