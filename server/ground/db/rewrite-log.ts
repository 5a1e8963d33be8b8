import { closeSync, constants, existsSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

const PIECE_BYTES = 1024 * 1024;

/**
 * Writes SQLite's write-ahead log to the disk again, unchanged. After a failed sync the system may return pages that
 * never reached the disk; SQLite would treat them as commits and append the next ones, and a power cut would lose them
 * all. Nothing else may write to the log meanwhile.
 */
export function rewriteLog(file: string): void {
  if (!existsSync(file)) return;
  const descriptor = openSync(file, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) return;
    const piece = Buffer.alloc(Math.min(size, PIECE_BYTES));
    for (let at = 0; at < size; at += piece.length) {
      const length = readSync(descriptor, piece, 0, piece.length, at);
      if (writeSync(descriptor, piece, 0, length, at) !== length)
        throw new Error('The log was not written to its end.');
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
