import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { ARCHIVE_LISTS, type ArchiveRow, type ArchiveTable, dataFile } from '#domain/archive/columns.ts';
import { ARCHIVE_FORMAT, MANIFEST_FILE, printManifest } from '#domain/archive/manifest.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import { type Member, readableFiles } from '#server/data/archive/readable-files.ts';
import { linesOf } from '#server/data/archive/read-lines.ts';
import type { SpooledPractice } from '#server/data/archive/spool-practice.ts';
import type { Spool } from '#server/data/archive/spool.ts';
import { VERSION } from '#server/ground/process/version.ts';

/** Texts are joined into pieces of about this size. */
const PIECE = 64 * 1024;

/** Yields the ZIP of a spooled practice. */
export async function* writeArchive(practice: SpooledPractice, spool: Spool): AsyncGenerator<Uint8Array> {
  const read = async function* <Table extends ArchiveTable>(table: Table): AsyncGenerator<ArchiveRow<Table>> {
    const { start = 0, end = 0 } = practice.sections[table] ?? {};
    for await (const line of linesOf(spool.read(start, end))) yield JSON.parse(line);
  };
  const names = new Map<string, string>();
  for await (const { id, name } of read('clients')) names.set(id, name);
  const documents = new Map<string, ArchiveRow<'consent_documents'>>();
  for await (const document of read('consent_documents')) documents.set(document.id, document);
  let timeZone = DEFAULT_TIME_ZONE;
  for await (const profile of read('profiles')) timeZone = profile.time_zone;
  // A ZIP stores local time: with a fixed one the same data give the same bytes in every zone.
  const options = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true, mode: 0o100600, compressionLevel: 6 };
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const files: Record<string, string> = {};
  const add = ({ name, pieces }: Member, list = true): void =>
    zip.addReadStreamLazy(name, options, (done) =>
      done(null, Readable.from(hashed(pieces(), (hash) => list && (files[name] = hash)))),
    );
  for (const table of [...ARCHIVE_LISTS, 'profiles'] as const) {
    const section = practice.sections[table];
    if (section) add({ name: dataFile(table), pieces: () => spool.read(section.start, section.end) });
  }
  for (const member of readableFiles({ practice, read, reading: { timeZone, names, documents } })) add(member);
  const counts = Object.fromEntries(
    ARCHIVE_LISTS.flatMap((list) => (practice.sections[list] ? [[list, practice.sections[list].rows]] : [])),
  );
  const manifest = () =>
    printManifest({ format: ARCHIVE_FORMAT, product: VERSION, through: practice.through, counts, files });
  add({ name: MANIFEST_FILE, pieces: () => [manifest()] }, false);
  zip.end();
  yield* output;
}

async function* hashed(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  done: (hash: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of joined(pieces)) {
    hash.update(piece);
    yield piece;
  }
  done(hash.digest('hex'));
}

async function* joined(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    waiting.push(bytes);
    size += bytes.length;
    if (size < PIECE) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
