import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A letter that `composeMessage` wrote; no other mail can be parsed. */
export interface StoredLetter {
  /** The file's name without its extension. */
  name: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The calendar file; '' without one. */
  calendar: string;
}

const NAME = /^\d{17}-[a-z0-9]{32}$/;
const LISTED = 200;

/** Returns the newest letters of a folder, newest first. */
export async function listLetters(folder: string): Promise<StoredLetter[]> {
  const names = (await namesIn(folder)).toSorted().toReversed().slice(0, LISTED);
  const letters = await Promise.all(names.map((name) => readLetter(folder, name)));
  return letters.filter((letter) => letter !== null);
}

export async function readLetter(folder: string, name: string): Promise<StoredLetter | null> {
  if (!NAME.test(name)) return null;
  try {
    return parseLetter(name, await readFile(join(folder, `${name}.eml`), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const files = await readdir(folder);
    return files.filter((file) => file.endsWith('.eml')).map((file) => file.slice(0, -'.eml'.length));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Parses a letter with all its parts, which may be nested. */
export function parseLetter(name: string, raw: string): StoredLetter {
  const { headers } = split(raw);
  const boundaries = [...raw.matchAll(/boundary="?([^";\s]+)"?/g)].map(([, boundary = '']) => `--${boundary}`);
  const parts = boundaries
    .reduce((pieces, boundary) => pieces.flatMap((piece) => piece.split(boundary)), [raw])
    .map(split);
  const content = (type: string): string => {
    const part = parts.find((candidate) => candidate.headers.get('content-type')?.startsWith(type));
    return Buffer.from(part?.body ?? '', 'base64').toString('utf8');
  };
  return {
    name,
    to: headers.get('to') ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    text: content('text/plain'),
    html: content('text/html'),
    calendar: content('text/calendar'),
  };
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const trimmed = raw.replace(/^\r?\n/, '');
  const [head = '', ...rest] = trimmed.split(/\r?\n\r?\n/);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

/** Decodes RFC 2047 base64 words and drops the space between two of them. */
function decodeWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?b\?([^?]*)\?=/gi, (_word, base64: string) => Buffer.from(base64, 'base64').toString('utf8'));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
