import type { Config } from '#server/ground/config/config.ts';
import { openForCommand } from '#server/open-context.ts';
import { COMMANDS } from '#server/operation/operator/commands.ts';
import { runTyped, type Typed } from '#proofs/support/operator/typed.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

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
