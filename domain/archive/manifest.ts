import { z } from 'zod';

/** Of the files of an archive; a reader knows this one and those before. */
export const ARCHIVE_FORMAT = 1;

export const MANIFEST_FILE = 'manifest.json';

const count = z.int().min(0);

/** By hand: a schema of 25,000 names takes six times as long, in one piece. */
function isHashes(files: unknown): boolean {
  if (typeof files !== 'object' || files === null || Array.isArray(files)) return false;
  return Object.values(files).every((hash) => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash));
}

export const archiveManifest = z.strictObject({
  format: z.int().min(1).max(ARCHIVE_FORMAT),
  /** The version of the program that wrote it. */
  product: z.string().max(40),
  /** The newest `updated` of its lists; '' where all are empty. */
  through: z.string().max(24),
  counts: z.record(z.string(), count),
  /** SHA-256 of every other file, hexadecimal. */
  files: z.custom<Record<string, string>>(isHashes),
});

export type ArchiveManifest = z.infer<typeof archiveManifest>;

/** What every format has: enough to name the version that reads a newer one. */
const anyFormat = z.object({ format: z.int(), product: z.string().max(40) });

export function printManifest(manifest: ArchiveManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** A manifest, or why there is none; `newer` is the version of the program that wrote a newer format. */
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
