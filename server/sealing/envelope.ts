import { decrypt, encrypt } from '#server/sealing/cipher.ts';

const VERSION = 1;
const HEADER_BYTES = 3;

/** The texts of a record that are sealed together; a bit of `sealed_fields` stands for each, in this order. */
export const SEALED_FIELDS = {
  clients: ['description'],
  sessions: ['description', 'news', 'thoughts'],
  blog_posts: ['title', 'content'],
  booking: ['message'],
} as const;

export type SealedTable = keyof typeof SEALED_FIELDS;

/** The row that an envelope belongs to: it opens in no other. */
export interface Place {
  table: string;
  id: string;
  user: string;
}

/** Returns the names of the sealed fields of a table, of most tables none. */
export function sealedFields(table: string): readonly string[] {
  return Object.hasOwn(SEALED_FIELDS, table) ? SEALED_FIELDS[table as SealedTable] : [];
}

/** Returns the bits of the fields that are not empty. */
export function filledBits(table: string, texts: Readonly<Record<string, string>>): number {
  return sealedFields(table).reduce((bits, name, at) => (texts[name] ? bits | (1 << at) : bits), 0);
}

/** Returns the bit of a sealed field. */
export function bitOf(table: string, field: string): number {
  return 1 << sealedFields(table).indexOf(field);
}

/** Returns `version 1 | key number 2 | iv 12 | tag 16 | AES-256-GCM(JSON of the filled fields)` as base64. */
export function sealTexts(
  key: Uint8Array,
  number: number,
  place: Place,
  texts: Readonly<Record<string, string>>,
): string {
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(VERSION);
  header.writeUInt16BE(number, 1);
  const sealed = encrypt(key, contextOf(place, VERSION, number), Buffer.from(JSON.stringify(filled)));
  return Buffer.concat([header, sealed]).toString('base64');
}

/** Returns the number of the key of an envelope, 0 for what is none. */
export function keyNumberOf(sealed: string): number {
  const header = Buffer.from(sealed.slice(0, 4), 'base64');
  return header.length === HEADER_BYTES ? header.readUInt16BE(1) : 0;
}

/** Returns the JSON in an envelope; null for one that is damaged, of another row or of another key. */
export function openJson(key: Uint8Array, place: Place, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < HEADER_BYTES || bytes.readUInt8() !== VERSION) return null;
  const context = contextOf(place, VERSION, bytes.readUInt16BE(1));
  return decrypt(key, context, bytes.subarray(HEADER_BYTES))?.toString() ?? null;
}

/** Returns all sealed fields of a row, '' where empty; null for an envelope that does not open. */
export function openTexts(key: Uint8Array, place: Place, sealed: string): Record<string, string> | null {
  const json = openJson(key, place, sealed);
  return json === null ? null : textsIn(place.table, json);
}

/** Returns all sealed fields of a table from the JSON of an envelope. */
export function textsIn(table: string, json: string): Record<string, string> {
  const filled: Record<string, string> = JSON.parse(json);
  return Object.fromEntries(sealedFields(table).map((name) => [name, filled[name] ?? '']));
}

function contextOf({ table, id, user }: Place, version: number, number: number): string {
  return JSON.stringify([table, id, user, version, number]);
}
