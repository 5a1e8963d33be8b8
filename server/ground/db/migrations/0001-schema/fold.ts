import { type Kysely, sql } from 'kysely';
import { ACCENTS, ALIKE, LATIN, MARKS, UNSEEN } from '#domain/text/fold.ts';

/** Full lower case of Unicode, best first: built in since PostgreSQL 18; ICU, where the server was built with it. */
const COLLATIONS = ['pg_unicode_fast', 'und-x-icu'];

/**
 * Creates fold(text) on PostgreSQL, the same as in `domain/text/fold.ts`; on SQLite each connection defines it. `lower`
 * follows the locale of the database unless a collation is given.
 */
export async function createFold(db: Kysely<unknown>): Promise<void> {
  const lower = await fullLower(db);
  const signs = Object.entries(ALIKE);
  const from = signs.map(([, others]) => others).join('');
  const to = signs.map(([sign, others]) => sign.repeat(Array.from(others).length)).join('');
  const letters = sql`normalize(regexp_replace($1, ${sql.lit(`[${classOf(UNSEEN)}]`)}, '', 'g'), nfd)`;
  const alike = sql`translate(${lower(letters)} collate "C", ${sql.lit(from)}, ${sql.lit(to)})`;
  const bare = [`[${ACCENTS}]`, `(?<=[${LATIN}])[${MARKS}]+`, String.raw`(?<=е)\u0308+`].reduce(
    (text, marks) => sql`regexp_replace(${text}, ${sql.lit(marks)}, '', 'g')`,
    alike,
  );
  await sql`
    create function fold(text) returns text
    language sql immutable strict parallel safe
    return case
      when $1 ~ ${sql.lit('^[\u0001-_a-~А-яЁё№]*$')} then translate(${lower(sql`$1`)} collate "C", 'ё', 'е')
      else normalize(${bare} collate "C", nfc)
    end
  `.execute(db);
}

/** Returns the characters that a pattern matches, as ranges for a class of PostgreSQL. */
function classOf(pattern: RegExp): string {
  const one = new RegExp(pattern, 'u');
  const ranges: string[] = [];
  for (let code = 1, first = 0; code <= 0x110000; code += 1) {
    const isMatched = code <= 0x10ffff && one.test(String.fromCodePoint(code));
    if (isMatched && first === 0) first = code;
    if (isMatched || first === 0) continue;
    ranges.push(`${escaped(first)}-${escaped(code - 1)}`);
    first = 0;
  }
  return ranges.join('');
}

function escaped(code: number): string {
  return String.raw`\U${code.toString(16).padStart(8, '0')}`;
}

async function fullLower(db: Kysely<unknown>) {
  const { rows } = await sql<{ collname: string }>`
    select collname from pg_collation
    where collnamespace = 'pg_catalog'::regnamespace and collname in (${sql.join(COLLATIONS)})
  `.execute(db);
  const collation = COLLATIONS.find((name) => rows.some((row) => row.collname === name));
  if (collation !== undefined) return (text: unknown) => sql`lower(${text} collate ${sql.id(collation)})`;
  const { upper, lower } = alphabets();
  return (text: unknown) => sql`translate(${text}, ${sql.lit(upper)}, ${sql.lit(lower)})`;
}

/** Latin and Cyrillic, letter by letter: a server without ICU knows the case of no others for certain. */
function alphabets(): { upper: string; lower: string } {
  const letters = Array.from({ length: 0x530 }, (_, code) => String.fromCharCode(code)).filter(
    (letter) => /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(letter) && lowerOf(letter) !== letter,
  );
  return { upper: letters.join(''), lower: letters.map(lowerOf).join('') };
}

/** The letter itself where its lower case is more than one letter. */
function lowerOf(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === 1 ? lower : letter;
}
