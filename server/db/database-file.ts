import { closeSync, fsyncSync, openSync, readFileSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveToOwnerOf } from '#server/process/whose-file.ts';

/** Where the database file's header has `user_version`: 4 bytes, as they lie on the disk, the write-ahead log apart. */
const GENERATION_AT = 60;
const GENERATION_BYTES = 4;

const WORDS = 'The data is in kabinet.db beside this file.';

/**
 * Knows whether kabinet.db is the file that was written here last. A number, the generation, stands in the header of
 * the database and in the marker beside it, and is renewed while the server runs: an older copy has another one. The
 * file is read through a descriptor that is open as long as SQLite's: closing one would drop SQLite's locks.
 */
export class DatabaseFile {
  readonly path: string;
  readonly #marker: string;
  readonly #descriptor: number;
  readonly #identity: string;
  readonly #header = Buffer.alloc(GENERATION_BYTES);
  /** Any of them may stand in the header: the last one that is known to, and those on their way there. */
  #generations: number[];

  constructor(path: string, marker: string) {
    this.path = path;
    this.#marker = marker;
    this.#descriptor = openSync(path, 'r');
    this.#identity = identityOf(path) ?? '';
    // None: before the first start, after a restore, and from a version that wrote none.
    const known = readGenerations(marker);
    this.#generations = known.length > 0 ? known : [this.#generation()];
  }

  /** False where the file was removed, moved, put in another's place or overwritten by an older copy. */
  isOurs(): boolean {
    return identityOf(this.path) === this.#identity && this.#generations.includes(this.#generation());
  }

  /** From now on a file with this generation is ours as well. */
  expect(generation: number): void {
    this.#keep([...this.#generations, generation]);
  }

  /** The header has this generation: a file with another one is not ours any more. */
  confirm(generation: number): void {
    this.#keep([generation]);
  }

  /** Takes the file for ours as it is. */
  adopt(): void {
    this.#generations = [this.#generation()];
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #keep(generations: number[]): void {
    writeMarker(this.#marker, generations);
    this.#generations = generations;
  }

  #generation(): number {
    const bytes = readSync(this.#descriptor, this.#header, 0, GENERATION_BYTES, GENERATION_AT);
    return bytes < GENERATION_BYTES ? 0 : this.#header.readInt32BE();
  }
}

/** Marks a folder as one that holds data; the old marker or the new one survives a power cut. */
export function writeMarker(marker: string, generations: readonly number[] = []): void {
  const unfinished = `${marker}.new`;
  writeFileSync(unfinished, `${[WORDS, ...generations].join('\n')}\n`, { mode: 0o600, flush: true });
  giveToOwnerOf(dirname(marker), unfinished);
  renameSync(unfinished, marker);
  const folder = openSync(dirname(marker), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function readGenerations(marker: string): number[] {
  try {
    return readFileSync(marker, 'utf8')
      .split('\n')
      .filter((line) => /^\d+$/.test(line))
      .map(Number);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function identityOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.dev} ${stat.ino}` : null;
}
