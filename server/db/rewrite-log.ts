import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

const PIECE_BYTES = 1024 * 1024;

/**
 * Writes SQLite's write-ahead log to the disk once more, every byte where it is. After a sync that failed the system
 * may hold pages for written that never reached the disk: it still answers them, SQLite would take them for commits and
 * put the next ones behind them, and a power cut would lose those with them. Nothing else may write to the log meanwhile.
 */
export function rewriteLog(file: string): void {
  if (!existsSync(file)) return;
  const descriptor = openSync(file, 'r+');
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
