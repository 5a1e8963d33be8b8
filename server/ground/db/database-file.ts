import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { replaceFile } from '#server/ground/process/replace-file.ts';

/**
 * The offset of `user_version` in the header of the database file: 4 bytes, read from the file without the write-ahead
 * log.
 */
const GENERATION_AT = 60;
const GENERATION_BYTES = 4;

const WORDS = 'The data is in kabinet.db beside this file.';

/**
 * Checks that kabinet.db is the file that this program wrote last. Its generation, a number both in the header and in
 * the marker file next to it, is renewed while the server runs, so an older copy has another one. Reads the file
 * through a descriptor that stays open as long as SQLite's, because closing one drops SQLite's locks.
 */
export class DatabaseFile {
  readonly path: string;
  readonly #marker: string;
  readonly #descriptor: number;
  readonly #identity: string;
  readonly #header = Buffer.alloc(GENERATION_BYTES);
  /** The generations that the header may have: the last confirmed one, and those expected since. */
  #generations: number[];

  constructor(path: string, marker: string) {
    this.path = path;
    this.#marker = marker;
    this.#descriptor = openSync(path, 'r');
    this.#identity = identityOf(path) ?? '';
    // The marker has none before the first start, after a restore, and from a version without generations.
    const known = readGenerations(marker);
    this.#generations = known.length > 0 ? known : [this.#generation()];
  }

  /** Returns false if the file was removed, moved, replaced or overwritten by an older copy. */
  isOurs(): boolean {
    return identityOf(this.path) === this.#identity && this.#generations.includes(this.#generation());
  }

  /** Accepts a file with this generation as well from now on. */
  expect(generation: number): void {
    this.#keep([...this.#generations, generation]);
  }

  /** Accepts a file with this generation only, which the header has by now. */
  confirm(generation: number): void {
    this.#keep([generation]);
  }

  /** Accepts the file as it is. */
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

/** Marks a folder as one with data; after a power cut either the old marker or the new one is there. */
export function writeMarker(marker: string, generations: readonly number[] = []): void {
  replaceFile(marker, `${[WORDS, ...generations].join('\n')}\n`);
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
