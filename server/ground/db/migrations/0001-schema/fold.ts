import { type Kysely, sql } from 'kysely';

/**
 * Collations with Unicode's full lower case, best first: built in since PostgreSQL 18; ICU, where the server was built
 * with it.
 */
const COLLATIONS = ['pg_unicode_fast', 'und-x-icu'];

/** Invisible characters, as ranges of a character class. */
const UNSEEN = [
  String.raw`\u00AD\u034F\u061C\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164`,
  String.raw`\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A`,
  String.raw`\U000E0000-\U000E0FFF`,
].join('');

/**
 * Signs with those that readers take for them. A copy of the domain's table, because a migration must not change with
 * it.
 */
const ALIKE: Readonly<Record<string, string>> = {
  "'": '\u2018\u2019\u201A\u201B\u02B9\u02BB\u02BC\u02BD\u02C8\u02CA\u02CB`\u00B4\u2032\u2035\u055A\u05F3\uA78B\uA78C\uFF07',
  '"': '\u00AB\u00BB\u201C\u201D\u201E\u201F\u2033\u2036\u05F4\uFF02',
  '-':
    '\u058A\u05BE\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D' +
    '\u301C\u3030\u30A0\uFE31\uFE32\uFE58\uFE63\uFF0D\u{10D6E}\u{10EAD}',
  ' ': '\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000',
  // Unicode has no combining marks for strokes and missing dots.
  l: 'ł',
  o: 'ø',
  d: 'đ',
  i: 'ı',
  // Which of the two is written depends on the letters around it.
  σ: 'ς',
};

const MARKS = String.raw`\u0300-\u036F`;
const ACCENTS = String.raw`\u0300\u0301`;
const LATIN = String.raw`a-z\u00DF-\u024F`;

/**
 * Creates fold(text) on PostgreSQL, the same as in `domain/text/fold.ts`; on SQLite each connection defines it. `lower`
 * follows the locale of the database unless a collation is given.
 */
export async function createFold(db: Kysely<unknown>): Promise<void> {
  const lower = await fullLower(db);
  const signs = Object.entries(ALIKE);
  const from = signs.map(([, others]) => others).join('');
  const to = signs.map(([sign, others]) => sign.repeat(Array.from(others).length)).join('');
  const letters = sql`normalize(regexp_replace($1, ${sql.lit(`[${UNSEEN}]`)}, '', 'g'), nfd)`;
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

/** Latin and Cyrillic, letter by letter: a server without ICU reliably knows the case of no other letters. */
function alphabets(): { upper: string; lower: string } {
  const letters = Array.from({ length: 0x530 }, (_, code) => String.fromCharCode(code)).filter(
    (letter) => /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(letter) && lowerOf(letter) !== letter,
  );
  return { upper: letters.join(''), lower: letters.map(lowerOf).join('') };
}

/** Returns the lower case of a letter; the letter itself where that would be more than one letter. */
function lowerOf(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === 1 ? lower : letter;
}
