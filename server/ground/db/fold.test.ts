import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { fold } from '#domain/text/fold.ts';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';
import { forEachEngine, onEngine, openTestDatabase, type TestDatabase } from '#proofs/support/engines.ts';
import { administer, createTestPostgres } from '#proofs/support/test-postgres.ts';
import { rounds } from '#proofs/support/long-form.ts';

const SAMPLES = [
  '',
  'Ёлкина',
  'ИВАНОВА',
  'Ѐ Ї Ў Ґ',
  'ÀÉÎÕÜ ẞ ß',
  'Ÿ Ž Ő',
  'İstanbul',
  '+7 (916) 204-18-35',
  'е\u0308',
  '👩‍⚕️',
  '%_\\',
  'Дар’я Анна‑Мария',
  'А\u0301лё\u0301на И\u0306',
  'Żelazny Łódź Müller',
  'Ан\u00ADна\u200B\u202Eа',
  'ΣΊΣΥΦΟΣ',
  'Ка\u0301\u0308\u0301 е\u0301\u0308',
];

/** Latin and Cyrillic letters, digits and signs, up to the end of the Cyrillic block. */
const text = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0x52f })
    .filter(isWritten)
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
});

function isWritten(code: number): boolean {
  return code < 0x80 || /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(String.fromCharCode(code));
}

/** Letters whose case Node knows and PostgreSQL 18 does not: phonetic Latin letters, and the Beria Erfe script. */
const LETTERS_OF_UNICODE_17 = /[\u{A7CE}-\u{A7D5}\u{16EA0}-\u{16ED3}]/gu;

forEachEngine((engine) => {
  let data: TestDatabase;
  before(async () => {
    data = await openTestDatabase(engine);
  });
  after(() => data.dispose());

  test('CLIENT-02 fold in SQL is fold of the domain, for Cyrillic, Latin and ё', async () => {
    for (const sample of SAMPLES) assert.equal(await foldInSql(data.db.read, sample), fold(sample), sample);
    await fc.assert(
      fc.asyncProperty(text, async (value) => assert.equal(await foldInSql(data.db.read, value), fold(value))),
      { numRuns: 300 },
    );
  });

  test('any letter at all folds as in the domain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), async (value) => {
        const stored = value.replaceAll('\0', '').replaceAll(LETTERS_OF_UNICODE_17, '').toWellFormed();
        assert.equal(await foldInSql(data.db.read, stored), fold(stored));
      }),
      { numRuns: 300 },
    );
  });

  test('CLIENT-02 LIKE over folded texts finds what differs in case and ё only, and knows the escape', async () => {
    const like = async (value: string, pattern: string): Promise<boolean> => {
      const { rows } = await sql<{ found: number }>`
        select case when fold(${value}) like '%' || fold(${pattern}) || '%' escape '\\' then 1 else 0 end as found
      `.execute(data.db.read);
      return rows[0]?.found === 1;
    };
    assert.equal(await like('Мария ИВАНОВА', 'иван'), true);
    assert.equal(await like('Семён Королёв', 'КОРОЛЕВ'), true);
    assert.equal(await like('Anna', 'NN'), true);
    assert.equal(await like('Мария', 'иван'), false);
    assert.equal(await like('100 %', '100 \\%'), true);
    assert.equal(await like('100 x', '100 \\%'), false);
    assert.equal(await like('ёж', '_Ж'), true);
  });

  test('nothing folds to nothing', async () => {
    const { rows } = await sql<{ folded: null }>`select fold(null) as folded`.execute(data.db.read);
    assert.deepEqual(rows, [{ folded: null }]);
  });
});

onEngine('postgres', 'its collations differ from server to server', () => {
  // Servers before 18, and those built without ICU.
  for (const [missing, kept] of [
    [['pg_unicode_fast'], 'the collation of ICU'],
    [['pg_unicode_fast', 'und-x-icu'], 'alphabets alone'],
  ] as const) {
    test(`fold agrees with the domain over ${kept}`, async () => {
      await using empty = await createTestPostgres('no tables');
      await administer(empty.url, (client) =>
        client.query('delete from pg_collation where collname = any($1)', [missing]),
      );
      const db = await openPostgres(empty.url);
      try {
        await fc.assert(
          fc.asyncProperty(text, async (value) => {
            assert.equal(await foldInSql(db.read, value), fold(value));
          }),
          { numRuns: rounds({ short: 60, long: 200 }) },
        );
      } finally {
        await db.close();
      }
    });
  }
});

async function foldInSql(reader: Pick<Kysely<unknown>, 'getExecutor'>, value: string): Promise<string | undefined> {
  const { rows } = await sql<{ folded: string }>`select fold(${value}) as folded`.execute(reader);
  return rows[0]?.folded;
}
