/** A program's changes to its files and its responses, in order. */
export type DiskEvent =
  | { kind: 'create'; file: string }
  | { kind: 'remove'; file: string }
  | { kind: 'write'; file: string; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'sync'; file: string }
  /** The sync failed, and the system treats the written bytes as stored from then on. */
  | { kind: 'failed-sync'; file: string }
  /** Names in the folder that were made or removed are on the disk from now on. */
  | { kind: 'sync-folder' }
  /** A response left the program; `ids` are the records in it. */
  | { kind: 'answer'; ids: readonly string[] };

const SECTOR = 512;

type Unsynced = Extract<DiskEvent, { kind: 'write' | 'truncate' }>;

interface CrashFile {
  /** Bytes that are on the disk for certain. */
  synced: Buffer;
  unsynced: Unsynced[];
  /** Whether its name is on the disk for certain. */
  named: boolean;
  removed: boolean;
}

/**
 * A disk that keeps only its promises: synced bytes survive a power cut. Any part of later writes can survive, in any
 * order and sector by sector, and a truncation or a new name can be lost.
 */
export class CrashDisk {
  readonly #files = new Map<string, CrashFile>();

  /** The contents of `files` are safely on the disk at the start. */
  constructor(files: ReadonlyMap<string, Buffer>) {
    for (const [name, bytes] of files) {
      this.#files.set(name, { synced: Buffer.from(bytes), unsynced: [], named: true, removed: false });
    }
  }

  apply(event: DiskEvent): void {
    if (event.kind === 'answer') return;
    if (event.kind === 'sync-folder') return this.#syncFolder();
    if (event.kind === 'create') {
      if (!this.#files.has(event.file)) {
        this.#files.set(event.file, { synced: Buffer.alloc(0), unsynced: [], named: false, removed: false });
      }
      return;
    }
    const file = this.#files.get(event.file);
    if (!file) throw new Error(`${event.file} was written before it was made`);
    if (event.kind === 'remove') file.removed = true;
    else if (event.kind === 'sync') {
      file.synced = file.unsynced.reduce(applyTo, file.synced);
      file.unsynced = [];
    } else if (event.kind === 'failed-sync') file.unsynced = [];
    else file.unsynced.push(event);
  }

  /** Returns one possible state of the files after a cut now. `random` returns numbers from 0 up to 1. */
  cut(random: () => number): Map<string, Buffer> {
    const found = new Map<string, Buffer>();
    for (const [name, { synced, unsynced, named, removed }] of this.#files) {
      if ((!named || removed) && random() < 0.5) continue;
      // Some cuts find nearly all of it written, some nearly nothing.
      const kept = random();
      const parts = unsynced.filter(() => random() < kept).flatMap((event) => tear(event, random));
      found.set(name, parts.reduce(applyTo, Buffer.from(synced)));
    }
    return found;
  }

  #syncFolder(): void {
    for (const [name, file] of this.#files) {
      file.named = true;
      if (file.removed) this.#files.delete(name);
    }
  }
}

function applyTo(bytes: Buffer, event: Unsynced): Buffer {
  if (event.kind === 'truncate') return resized(bytes, event.size);
  const end = event.at + event.bytes.length;
  const whole = end > bytes.length ? resized(bytes, end) : bytes;
  event.bytes.copy(whole, event.at);
  return whole;
}

function resized(bytes: Buffer, size: number): Buffer {
  return size <= bytes.length ? bytes.subarray(0, size) : Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}

/** A third of the writes reaches the disk in part: some of the sectors that it touches. */
function tear(event: Unsynced, random: () => number): Unsynced[] {
  if (event.kind === 'truncate' || random() < 2 / 3) return [event];
  const parts: Unsynced[] = [];
  for (let from = event.at; from < event.at + event.bytes.length;) {
    const to = Math.min((Math.floor(from / SECTOR) + 1) * SECTOR, event.at + event.bytes.length);
    if (random() < 0.5) parts.push({ ...event, at: from, bytes: event.bytes.subarray(from - event.at, to - event.at) });
    from = to;
  }
  return parts;
}
