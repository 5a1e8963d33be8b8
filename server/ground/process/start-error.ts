import { describeForeign } from '#server/ground/process/whose-file.ts';

/** Why the program cannot start: one English sentence for the person who starts it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Another running process holds what this one needs. */
export class InUse extends StartError {}

/** SQLite's error codes for files and disks; any other code is a bug of the program. */
const SQLITE: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  23: 'SQLITE_AUTH',
  26: 'SQLITE_NOTADB',
};
const REFUSALS: readonly string[] = [
  'EACCES',
  'EPERM',
  'SQLITE_PERM',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_AUTH',
];

/**
 * Returns a StartError for an error of the system (no such file, no space, no permission); any other error unchanged.
 * `files` are the candidates if the error names no file: the sentence names the owner of a refused file.
 */
export function asStartError(error: unknown, trouble: string, files: readonly string[] = []): unknown {
  const code = systemCode(error);
  if (code === null) return error;
  const named = error instanceof Error && 'path' in error && typeof error.path === 'string' ? [error.path] : [];
  const foreign = REFUSALS.includes(code) ? describeForeign([...named, ...files]) : null;
  return new StartError(`${trouble} (${code})${foreign === null ? '' : `: ${foreign}`}.`);
}

function systemCode(error: unknown): string | null {
  if (error instanceof StartError || !(error instanceof Error) || !('code' in error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE[error.errcode & 0xff] ?? null;
  return String(error.code);
}
