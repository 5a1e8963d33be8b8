import { deriveKey, openFor, publicKeyOf, sealFor } from '#server/ground/sealing/box.ts';
import { decrypt, encrypt } from '#server/ground/sealing/cipher.ts';

/** Sealed with the data key. */
const VERSION = 1;
/** Sealed with the public key, without the data key, which alone opens it. */
const FOR_HOLDER = 2;
const HEADER_BYTES = 3;

/** The texts of a record that are sealed together; a bit of `sealed_fields` stands for each, in this order. */
export const SEALED_FIELDS = {
  clients: ['description', 'request', 'agreement', 'emergency'],
  sessions: ['description', 'news', 'thoughts'],
  blog_posts: ['title', 'content'],
  templates: ['text'],
  booking: ['message'],
  payments: ['note'],
} as const;

export type SealedTable = keyof typeof SEALED_FIELDS;

/** The row that an envelope belongs to: it opens in no other. */
export interface Place {
  table: string;
  id: string;
  user: string;
}

/** Returns the names of the sealed fields of a table; most have none. */
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

/** Returns `text` for each field that has a bit, and '' for the others. */
export function filledWith(table: string, bits: number, text: string): Record<string, string> {
  return Object.fromEntries(sealedFields(table).map((name, at) => [name, bits & (1 << at) ? text : '']));
}

/** Returns `version 1 | key number 2 | iv 12 | tag 16 | AES-256-GCM(JSON of the filled fields)` as base64. */
export function sealTexts(
  key: Uint8Array,
  number: number,
  place: Place,
  texts: Readonly<Record<string, string>>,
): string {
  return write(VERSION, number, encrypt(key, contextOf(place, VERSION, number), filledJson(texts)));
}

/** The same with the public key of a data key: `version 1 | key number 2 | box`. The data key opens it. */
export function sealTextsFor(
  publicKey: Uint8Array,
  number: number,
  place: Place,
  texts: Readonly<Record<string, string>>,
): string {
  return write(FOR_HOLDER, number, sealFor(publicKey, contextOf(place, FOR_HOLDER, number), filledJson(texts)));
}

/** Returns the key with which texts are sealed for the holder of a data key. */
export function publicKeyFor(dataKey: Uint8Array): Buffer {
  return publicKeyOf(holderKey(dataKey));
}

function holderKey(dataKey: Uint8Array): Buffer {
  return deriveKey(dataKey, 'texts of others');
}

function filledJson(texts: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))));
}

function write(version: number, number: number, sealed: Uint8Array): string {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(version);
  header.writeUInt16BE(number, 1);
  return Buffer.concat([header, sealed]).toString('base64');
}

/** Returns the key number of an envelope; 0 for what is no envelope. */
export function keyNumberOf(sealed: string): number {
  const header = Buffer.from(sealed.slice(0, 4), 'base64');
  return header.length === HEADER_BYTES ? header.readUInt16BE(1) : 0;
}

/** Returns the JSON in an envelope; null for one that is damaged, of another row or of another key. */
export function openJson(key: Uint8Array, place: Place, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < HEADER_BYTES) return null;
  const version = bytes.readUInt8();
  const context = contextOf(place, version, bytes.readUInt16BE(1));
  const rest = bytes.subarray(HEADER_BYTES);
  if (version === VERSION) return decrypt(key, context, rest)?.toString() ?? null;
  return version === FOR_HOLDER ? (openFor(holderKey(key), context, rest)?.toString() ?? null) : null;
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
