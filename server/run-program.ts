import { ConfigError } from '#server/config.ts';
import { StartError } from '#server/db/start-error.ts';

const LAST_RESORT_MS = 12_000;

/**
 * Runs a program until a signal ends it. `start` answers how it is stopped; what it refuses to start with is one
 * sentence and exit code 1.
 */
export async function runProgram(start: () => Promise<() => Promise<void>>): Promise<void> {
  try {
    const stopProgram = await start();
    let stopping = false;
    const stop = (): void => {
      // A terminal, npm and the start script each pass the signal on: the second one must not cut the first one short.
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
      void stopProgram();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  } catch (error) {
    tellRefusal(error);
  }
}

/** Runs a program that comes to its end by itself; it refuses in the same way. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    tellRefusal(error);
  }
}

function tellRefusal(error: unknown): void {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
