import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, whatever the current one is. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts */
export const inProject = (...parts) => join(ROOT, ...parts);

/** The Node that runs the product, as .nvmrc says. */
export const NODE_MAJOR = Number(readFileSync(inProject('.nvmrc'), 'utf8'));

/** A failure that the person at the keyboard can do something about: its message is all they see. */
export class ScriptError extends Error {
  /** @override */
  name = 'ScriptError';
}

/**
 * Runs a script's main function when the script was started directly, and turns a ScriptError into its message.
 * @param {string} moduleUrl
 * @param {() => Promise<number | void>} main resolves to the exit code
 */
export async function runAsScript(moduleUrl, main) {
  if (fileURLToPath(moduleUrl) !== realpathSync(process.argv[1] ?? '.')) return;
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
