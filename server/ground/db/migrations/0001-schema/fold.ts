import { type Kysely, sql } from 'kysely';

/** Full lower case of Unicode, best first: built in since PostgreSQL 18; ICU, where the server was built with it. */
const COLLATIONS = ['pg_unicode_fast', 'und-x-icu'];

/**
 * Creates fold(text) on PostgreSQL, the same as in `domain/text/fold.ts`; on SQLite each connection defines it. `lower`
 * follows the locale of the database unless a collation is given.
 */
export async function createFold(db: Kysely<unknown>): Promise<void> {
  const lower = await fullLower(db);
  await sql`
    create function fold(text) returns text
    language sql immutable strict parallel safe
    return translate(${lower} collate "C", 'ё', 'е')
  `.execute(db);
}
async function fullLower(db: Kysely<unknown>) {
  const { rows } = await sql<{ collname: string }>`
    select collname from pg_collation
    where collnamespace = 'pg_catalog'::regnamespace and collname in (${sql.join(COLLATIONS)})
  `.execute(db);
  const collation = COLLATIONS.find((name) => rows.some((row) => row.collname === name));
  if (collation !== undefined) return sql`lower($1 collate ${sql.id(collation)})`;
  const { upper, lower } = alphabets();
  return sql`translate($1, ${sql.lit(upper)}, ${sql.lit(lower)})`;
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
