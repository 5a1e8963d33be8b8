import type { CsvEncoding } from '#domain/csv-import/file.ts';

const CYRILLIC = Uint8Array.from({ length: 256 }, (_, code) => code);
const WINDOWS_1251 = new Map(
  [...new TextDecoder('windows-1251').decode(CYRILLIC)].map((letter, code) => [letter, code]),
);

/** The bytes of a text; `marked` puts the mark of the encoding in front where it has one. */
export function encoded(text: string, encoding: CsvEncoding, marked = false): Buffer {
  if (encoding === 'windows-1251') return Buffer.from([...text].map((letter) => WINDOWS_1251.get(letter) ?? 63));
  const whole = marked ? `\uFEFF${text}` : text;
  if (encoding === 'UTF-8') return Buffer.from(whole);
  const bytes = Buffer.from(whole, 'utf16le');
  return encoding === 'UTF-16LE' ? bytes : bytes.swap16();
}
