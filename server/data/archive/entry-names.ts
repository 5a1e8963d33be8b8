import type { Entry } from 'yauzl';

const IS_UTF8 = 0x800;
const UNICODE_PATH = 0x7075;

/** What Finder and Explorer put beside the files of a folder. */
const BESIDE = new Set(['.ds_store', 'desktop.ini', 'thumbs.db']);

/**
 * Returns the name of a file in an archive that any program has packed: with the mark of UTF-8 or without, in the code page of Russian
 * DOS, which Windows uses, and with the slashes of Windows.
 */
export function entryName(entry: Entry): string {
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

/** True for a folder and for what systems add by themselves: it is no file of an archive, and never read. */
export function isClutter(name: string): boolean {
  const parts = name.split('/');
  const last = parts.at(-1) ?? '';
  return last === '' || last.startsWith('._') || BESIDE.has(last.toLowerCase()) || parts.includes('__MACOSX');
}

/** Returns the folder, with its slash, in which a program has packed all of an archive; '' for none. */
export function topFolder(names: readonly string[], manifest: string): string {
  const [found = ''] = names
    .filter((name) => name === manifest || name.endsWith(`/${manifest}`))
    .toSorted((a, b) => a.length - b.length);
  const folder = found.slice(0, -manifest.length);
  return names.every((name) => name.startsWith(folder)) ? folder : '';
}
