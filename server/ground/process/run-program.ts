import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#server/ground/config/config.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { createLog, describeError } from '#server/ground/process/log.ts';

const LAST_RESORT_MS = 12_000;
/** EX_CONFIG of sysexits: service managers do not restart a program that fails until somebody changes a setting. */
const WRONG_SETTING = 78;

/**
 * Runs a program until a signal ends it. `start` returns a function that stops it; a refusal to start prints one
 * sentence and sets exit code 1, or 78 for a wrong variable.
 */
export async function runProgram(start: () => Promise<() => Promise<void>>): Promise<void> {
  process.on('uncaughtException', (error) => reportError(error, keepInLog));
  try {
    const stopProgram = await start();
    let stopping = false;
    const stop = (): void => {
      // A terminal, npm and the start script each forward the signal: the second one must not cut the first stop short.
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
      void stopProgram();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  } catch (error) {
    reportError(error, keepInLog);
    if (error instanceof ConfigError) process.exitCode = WRONG_SETTING;
  }
}

/** Runs a program that ends by itself, and reports errors in the same way. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  process.on('uncaughtException', (error) => reportError(error, keepInFile));
  try {
    await run();
  } catch (error) {
    reportError(error, keepInFile);
  }
}

/**
 * Prints an error as one sentence: a refusal with its message, an unforeseen error without, because that may quote a
 * person's words. `keepDetails` stores the origin of an unforeseen error and returns where.
 */
function reportError(error: unknown, keepDetails: (error: unknown) => string): void {
  if (error instanceof ConfigError || error instanceof StartError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return;
  }
  const { code, name } = describeError(error);
  process.stderr.write(`This failed in a way that was not foreseen (${code ?? name}): ${keepDetails(error)}.\n`);
  process.exit(1);
}

/** For servers, whose log is kept; their folder for temporary files often is not. */
function keepInLog(error: unknown): string {
  createLog({ logLevel: 'fatal' }, process.stdout).fatal(describeError(error), 'ended by a mistake of the program');
  return 'the log says where';
}

function keepInFile(error: unknown): string {
  const file = join(tmpdir(), `kabinet-${randomUUID()}.log`);
  try {
    writeFileSync(file, `${JSON.stringify(describeError(error), null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return `${file} says where`;
  } catch {
    return 'there was no room to say where';
  }
}
