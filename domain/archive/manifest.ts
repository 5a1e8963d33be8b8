import { z } from 'zod';

/** The format of an archive's files; a reader knows this one and earlier ones. */
export const ARCHIVE_FORMAT = 1;

export const MANIFEST_FILE = 'manifest.json';

const count = z.int().min(0);

/** Checked without a schema, which takes six times as long for 25,000 names and blocks the thread meanwhile. */
function isHashes(files: unknown): boolean {
  if (typeof files !== 'object' || files === null || Array.isArray(files)) return false;
  return Object.values(files).every((hash) => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash));
}

export const archiveManifest = z.strictObject({
  format: z.int().min(1).max(ARCHIVE_FORMAT),
  /** The version of the program that wrote the archive. */
  product: z.string().max(40),
  /** The latest `updated` in its lists; '' where all are empty. */
  through: z.string().max(24),
  counts: z.record(z.string(), count),
  /** SHA-256 of every other file, hexadecimal. */
  files: z.custom<Record<string, string>>(isHashes),
});

export type ArchiveManifest = z.infer<typeof archiveManifest>;

/** The fields of every format: enough to name the version that can read a newer one. */
const anyFormat = z.object({ format: z.int(), product: z.string().max(40) });

export function printManifest(manifest: ArchiveManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The manifest; or, for a newer format, the version of the program that wrote it; or neither for an invalid file. */
export type ReadManifest = { manifest: ArchiveManifest } | { newer: string } | { manifest?: never; newer?: never };

export function readManifest(text: string): ReadManifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return {};
  }
  const known = anyFormat.safeParse(json);
  if (known.success && known.data.format > ARCHIVE_FORMAT) return { newer: known.data.product };
  const read = archiveManifest.safeParse(json);
  return read.success ? { manifest: read.data } : {};
}
