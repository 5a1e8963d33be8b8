import type { CsvEncoding } from '#domain/csv-import/encoding.ts';

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, code) => code);

/** The bytes of a text; `marked` puts the mark of the encoding in front where it has one. */
export function encoded(text: string, encoding: CsvEncoding, marked = false): Buffer {
  const whole = marked ? `\uFEFF${text}` : text;
  if (encoding === 'UTF-8') return Buffer.from(whole);
  if (encoding === 'UTF-16LE') return Buffer.from(whole, 'utf16le');
  if (encoding === 'UTF-16BE') return Buffer.from(whole, 'utf16le').swap16();
  const codes = new Map([...new TextDecoder(encoding).decode(EVERY_BYTE)].map((letter, code) => [letter, code]));
  return Buffer.from([...text].map((letter) => codes.get(letter) ?? 63));
}
