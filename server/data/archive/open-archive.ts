import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { ARCHIVE_LISTS, dataFile } from '#domain/archive/columns.ts';
import { type ArchiveManifest, MANIFEST_FILE, readManifest } from '#domain/archive/manifest.ts';
import { AppError } from '#domain/errors.ts';
import { hasMoreValues } from '#server/ground/http/bodies.ts';
import type { Problems } from '#server/data/archive/problems.ts';
import { type Spool, SpoolReader } from '#server/data/archive/spool.ts';

const GB = 1024 ** 3;
const MOST_UNPACKED = 4 * GB;
/** A page for each of 25,000 clients, and the lists. */
const MOST_FILES = 25_100;
/** With folders, and with what Finder adds to each file. */
const MOST_ENTRIES = 2 * MOST_FILES + 10;
/** With the names of as many files. */
const LONGEST_MANIFEST = 3 * 1024 * 1024;
/** A name and a hash for each file, and the rest of the manifest. */
const valuesOfFiles = (files: number): number => 2 * files + 100;
const [STORED, DEFLATED] = [0, 8];
const [KIND_OF_FILE, ORDINARY] = [0o170000, 0o100000];
const DATA = new Set([...ARCHIVE_LISTS, 'profiles' as const].map(dataFile));

/** An archive whose files all match its manifest. */
export interface OpenArchive {
  manifest: ArchiveManifest;
  has(file: string): boolean;
  /** Yields the bytes of a file. */
  read(file: string): AsyncGenerator<Uint8Array>;
}

/** Opens a spooled archive and compares it with its manifest; throws an Unreadable, whose reasons are in `problems`. */
export async function openArchive(
  spool: Spool,
  { problems, stopIfAsked }: { problems: Problems; stopIfAsked: () => void },
): Promise<OpenArchive> {
  const options = { autoClose: false, lazyEntries: true };
  const zip = await fromRandomAccessReaderPromise(new SpoolReader(spool), spool.size, options).catch(() =>
    problems.end('', 'not_zip'),
  );
  const entries = await readEntries(zip, spool.size, { problems, stopIfAsked });
  const read = async function* (file: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(file);
    if (!entry) return;
    try {
      for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
        stopIfAsked();
        yield piece;
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      problems.end(file, 'damaged');
    }
  };
  const manifest = await manifestOf(entries, read, problems);
  for (const file of entries.keys())
    if (!Object.hasOwn(manifest.files, file) && file !== MANIFEST_FILE) problems.add(file, 'unlisted');
  for (const file of Object.keys(manifest.files)) {
    if (!entries.has(file)) problems.add(file, 'missing');
    else if (file.startsWith('data/') && !DATA.has(file)) problems.add(file, 'unknown');
  }
  problems.stopIfAny();
  for (const [file, expected] of Object.entries(manifest.files)) {
    const hash = createHash('sha256');
    for await (const piece of read(file)) hash.update(piece);
    if (hash.digest('hex') !== expected) problems.add(file, 'hash');
  }
  problems.stopIfAny();
  return { manifest, has: (file) => entries.has(file), read };
}

async function readEntries(
  zip: ZipFile,
  size: number,
  { problems, stopIfAsked }: { problems: Problems; stopIfAsked: () => void },
): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let [packed, unpacked, count] = [0, 0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      const file = entryName(entry);
      stopIfAsked();
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      count += 1;
      const kind = (entry.externalFileAttributes >>> 16) & KIND_OF_FILE;
      if (unpacked > MOST_UNPACKED || count > MOST_ENTRIES || entries.size >= MOST_FILES)
        problems.end(file, 'too_large');
      // Files that share their bytes expand without bound.
      if (packed > size) problems.end(file, 'damaged');
      if (isClutter(file)) continue;
      const isPacked = entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED;
      if (isPacked || entry.isEncrypted()) problems.end(file, 'packing');
      if (kind !== 0 && kind !== ORDINARY) problems.add(file, 'link');
      if (entries.has(file)) problems.add(file, 'duplicate');
      entries.set(file, entry);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    problems.stopIfAny();
    // The library refuses absolute names and those that leave the folder.
    problems.end(
      '',
      error instanceof Error && /relative path|absolute path|invalid characters/.test(error.message)
        ? 'bad_name'
        : 'damaged',
    );
  }
  problems.stopIfAny();
  const folder = topFolder([...entries.keys()], MANIFEST_FILE);
  return new Map([...entries].map(([file, entry]) => [file.slice(folder.length), entry]));
}

async function manifestOf(
  entries: ReadonlyMap<string, Entry>,
  read: (file: string) => AsyncIterable<Uint8Array>,
  problems: Problems,
): Promise<ArchiveManifest> {
  const entry = entries.get(MANIFEST_FILE) ?? problems.end(MANIFEST_FILE, 'missing');
  if (entry.uncompressedSize > LONGEST_MANIFEST) problems.end(MANIFEST_FILE, 'too_large');
  const bytes = await buffer(read(MANIFEST_FILE));
  // Before parsing, during which all others wait.
  if (hasMoreValues(bytes, valuesOfFiles(entries.size))) problems.end(MANIFEST_FILE, 'too_large');
  const known = readManifest(bytes.toString());
  if ('newer' in known && known.newer !== undefined) problems.end(MANIFEST_FILE, 'newer', { field: known.newer });
  return known.manifest ?? problems.end(MANIFEST_FILE, 'invalid');
}

const IS_UTF8 = 0x800;
const UNICODE_PATH = 0x7075;

/** Files that Finder and Explorer add to a folder. */
const BESIDE = new Set(['.ds_store', 'desktop.ini', 'thumbs.db']);

/**
 * Returns the name of a file in an archive, whichever program packed it: with the UTF-8 flag or without, in the Russian
 * DOS code page that Windows uses, and with backslashes.
 */
function entryName(entry: Entry): string {
  const isNamed =
    (entry.generalPurposeBitFlag & IS_UTF8) !== 0 || entry.extraFields.some(({ id }) => id === UNICODE_PATH);
  return (isNamed ? entry.fileName : withoutMark(entry.fileNameRaw)).replaceAll('\\', '/');
}

function withoutMark(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('ibm866').decode(bytes);
  }
}

/** Whether an entry is a folder or was added by an operating system: it is never read. */
function isClutter(name: string): boolean {
  const parts = name.split('/');
  const last = parts.at(-1) ?? '';
  return last === '' || last.startsWith('._') || BESIDE.has(last.toLowerCase()) || parts.includes('__MACOSX');
}

/** Returns the folder, with its slash, that holds the whole archive; '' for none. */
function topFolder(names: readonly string[], manifest: string): string {
  const [found = ''] = names
    .filter((name) => name === manifest || name.endsWith(`/${manifest}`))
    .toSorted((a, b) => a.length - b.length);
  const folder = found.slice(0, -manifest.length);
  return names.every((name) => name.startsWith(folder)) ? folder : '';
}
