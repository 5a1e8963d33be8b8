import { chmodSync, lchownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const NOBODY = 65_534;

/** Whether this process can change a file's owner; tests that need this are skipped otherwise. */
export const IS_ROOT = process.geteuid?.() === 0;

/** Runs `run` as a user who owns nothing: tests can run as root, to which permissions do not apply. */
export async function asNobody<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  if (!IS_ROOT) return run();
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

/** Makes that user the owner of a folder and its contents. */
export function giveToNobody(folder: string): void {
  if (!IS_ROOT) return;
  for (const name of readdirSync(folder)) lchownSync(join(folder, name), NOBODY, NOBODY);
  lchownSync(folder, NOBODY, NOBODY);
}

/** Makes root the owner of a file and its only reader. */
export function giveToRoot(file: string): void {
  chmodSync(file, 0o600);
  if (IS_ROOT) lchownSync(file, 0, 0);
}
