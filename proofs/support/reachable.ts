import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ENTER = 0o001;
const READ = 0o004;

/**
 * Whether a user who owns nothing can read a file or folder; /root or a folder with mode 0700 above it prevents that.
 */
export function isReachable(path: string): boolean {
  return (statSync(path).mode & READ) !== 0 && ancestors(path).every((folder) => (statSync(folder).mode & ENTER) !== 0);
}

function ancestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...ancestors(above)];
}

/**
 * Copies packages from one node_modules into another and makes them readable for everyone. Their other imports are
 * linked, which only users with access to the original can follow.
 */
export function copyPackages(from: string, to: string, copied: readonly string[], linked: readonly string[]): void {
  mkdirSync(to, { recursive: true });
  for (const name of copied) cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  for (const name of linked) symlinkSync(join(from, name), join(to, name));
  execFileSync('chmod', ['-R', 'a+rX', to]);
}
