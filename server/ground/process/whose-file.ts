import { lchownSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives root's new files to the owner of the folder, whose program could not use them otherwise. */
export function giveToOwnerOf(folder: string, path: string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid !== 0) lchownSync(path, uid, gid);
}

/**
 * Describes the first of the refused files that belongs to another user, or the folder above it if it is missing or
 * cannot be seen; null if ownership is not the reason.
 */
export function describeForeign(paths: readonly string[]): string | null {
  const own = process.geteuid?.() ?? 0;
  if (own === 0) return null;
  for (const path of paths) {
    const found = nearest(path);
    if (found && found.uid !== own) {
      return `${found.path} belongs to ${userName(found.uid)}, and this runs as ${userName(own)}`;
    }
  }
  return null;
}

function nearest(path: string): { path: string; uid: number } | null {
  const stats = statOf(path);
  if (stats) return { path, uid: stats.uid };
  const above = dirname(path);
  return above === path ? null : nearest(above);
}

/** Returns null where there is no file, or none that this user may see. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function userName(uid: number): string {
  const line = readUsers().find((user) => user.split(':')[2] === String(uid));
  return line?.split(':')[0] ?? `user ${uid}`;
}

function readUsers(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return [];
  }
}
