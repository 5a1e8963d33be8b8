import { randomUUID } from 'node:crypto';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, independent of the current directory. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts */
export const inProject = (...parts) => join(ROOT, ...parts);

/** The version of Node in .nvmrc, which runs the product. */
export const NODE_MAJOR = Number(readFileSync(inProject('.nvmrc'), 'utf8'));

/** A failure that the person at the keyboard can do something about: its message is all they see. */
export class ScriptError extends Error {
  /** @override */
  name = 'ScriptError';
}

/**
 * One sentence for any failure: a ScriptError's own, which file or program the system refused, or where the rest is kept.
 * @param {unknown} error
 * @returns {string}
 */
export function describeFailure(error) {
  if (error instanceof ScriptError) return error.message;
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    const what = 'path' in error ? String(error.path) : ROOT;
    return `${what} cannot be used (${String(error.code)}): is it this user’s own?`;
  }
  const file = join(tmpdir(), `kabinet-${randomUUID()}.log`);
  try {
    writeFileSync(file, `${error instanceof Error ? error.stack : String(error)}\n`, { mode: 0o600, flag: 'wx' });
  } catch {
    return `This failed in a way that was not foreseen: ${String(error)}`;
  }
  return `This failed in a way that was not foreseen (${error instanceof Error ? error.name : typeof error}): ${file} says where.`;
}

/**
 * Runs a script's main function when the script was started directly, and turns what it throws into one sentence.
 * @param {string} moduleUrl
 * @param {() => Promise<number | void>} main resolves to the exit code
 */
export async function runAsScript(moduleUrl, main) {
  if (fileURLToPath(moduleUrl) !== realpathSync(process.argv[1] ?? '.')) return;
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(describeFailure(error));
    process.exitCode = 1;
  }
}
