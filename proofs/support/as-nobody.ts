import { chmodSync, lchownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const NOBODY = 65_534;

/** Whether this process may give files away: tests of that have nothing to try otherwise. */
export const IS_ROOT = process.geteuid?.() === 0;

/** Runs something with the rights of a user who owns nothing: root, as whom tests may run, is refused nothing. */
export async function asNobody<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  if (!IS_ROOT) return run();
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

/** Gives a folder and what lies in it to that user. */
export function giveToNobody(folder: string): void {
  if (!IS_ROOT) return;
  for (const name of readdirSync(folder)) lchownSync(join(folder, name), NOBODY, NOBODY);
  lchownSync(folder, NOBODY, NOBODY);
}

/** Gives one file to root, who alone may read it. */
export function giveToRoot(file: string): void {
  chmodSync(file, 0o600);
  if (IS_ROOT) lchownSync(file, 0, 0);
}
