import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '#domain/errors.ts';
import { FILTER_LIMITS, parseFilter } from '#server/records/filter/parser.ts';
import { cpuMs } from '#server/ground/process/cpu-time.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';

const name = (value: string) => ({ kind: 'name', name: value });
const number = (value: number) => ({ kind: 'number', value });
const text = (value: string) => ({ kind: 'text', value });
const compare = (left: object, sign: string, right: object, any = false) => ({
  kind: 'compare',
  left,
  sign,
  any,
  right,
});

/** The text that a filter compares with. */
function literal(filter: string): unknown {
  const expression = parseFilter(filter);
  assert.equal(expression.kind, 'compare');
  return expression.kind === 'compare' && expression.right.kind === 'text' ? expression.right.value : null;
}

test('&& binds tighter than ||, groups bind tightest', () => {
  const [a, b, c] = [1, 2, 3].map((value) => compare(name('a'), '=', number(value)));
  assert.deepEqual(parseFilter('a=1 && a=2 || a=3'), { kind: 'or', items: [{ kind: 'and', items: [a, b] }, c] });
  assert.deepEqual(parseFilter('a=1 || a=2 && a=3'), { kind: 'or', items: [a, { kind: 'and', items: [b, c] }] });
  assert.deepEqual(parseFilter('(a=1 || a=2) && a=3'), { kind: 'and', items: [{ kind: 'or', items: [a, b] }, c] });
  assert.deepEqual(parseFilter('((a=1))'), a);
});

test('every operator is read, "at least one" forms as their plain ones', () => {
  for (const sign of ['=', '!=', '>', '>=', '<', '<=', '~', '!~']) {
    assert.deepEqual(parseFilter(`a ${sign} -1.5`), compare(name('a'), sign, number(-1.5)));
    assert.deepEqual(parseFilter(`a?${sign}b.c:lower`), compare(name('a'), sign, name('b.c:lower'), true));
  }
});

test('comments and white space stand anywhere between tokens', () => {
  assert.deepEqual(parseFilter('a // one\r\n\t = // two\n 1 // three'), compare(name('a'), '=', number(1)));
  assert.equal(literal("a = '// no comment'"), '// no comment');
});

test("escapes are read pair by pair in double quotes, \\' alone in single quotes", () => {
  assert.equal(literal(String.raw`a = "q\"q \\ n\n t\t я\u044f \% \_"`), 'q"q \\ n\n t\t яя \\% \\_');
  assert.equal(literal(String.raw`a = 'it\'s \n \\'`), String.raw`it's \n \\`);
});

test('API-04 what the SDK writes for a text is read back as that text, so that no value ends its own quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      fc.pre(!value.includes('\0') && value.length < 500);
      assert.equal(literal(`a = ${JSON.stringify(value)}`), value);
    }),
  );
  assert.deepEqual(parseFilter(`a = ${JSON.stringify('\\')} && b = ${JSON.stringify(' || 1=1 //')}`), {
    kind: 'and',
    items: [compare(name('a'), '=', text('\\')), compare(name('b'), '=', text(' || 1=1 //'))],
  });
});

const REFUSED = [
  '',
  '   ',
  '// only',
  '()',
  '(a > 1',
  'a=1)',
  'a + 1',
  'a',
  'a =',
  '= 1',
  'a = 1 b = 2',
  'a = 1 &',
  'a = 1 & b = 2',
  'a = 1 &&',
  'a == 1',
  'a = .5',
  'a = 5.',
  'a = +5',
  'a = 1e21',
  'a = NaN(',
  `test = "demo'`,
  "test = 'demo",
  String.raw`test = 'demo\'`,
  'a. = 1',
  'a: = 1',
  '@ = 1',
  '# = 1',
  '_ = 1',
  'я = 1',
  'a = "\0"',
  String.raw`a = "\ud800"`,
  'geoDistance(1, 2, 3, 4) < 5',
  'a = 1; drop table clients',
];

test('API-04 whatever is no filter is a 400 that says why', () => {
  for (const filter of REFUSED) {
    assert.throws(
      () => parseFilter(filter),
      (error) => error instanceof AppError && error.status === 400 && error.message.startsWith('Invalid filter: '),
      filter,
    );
  }
});

test('API-04 filters are limited in length, comparisons and depth', () => {
  const { characters, expressions, depth } = FILTER_LIMITS;
  const comparisons = (count: number) => Array.from({ length: count }, () => 'a=1').join('&&');
  const nested = (count: number) => `${'('.repeat(count)}a=1${')'.repeat(count)}`;
  parseFilter(comparisons(expressions));
  parseFilter(nested(depth));
  parseFilter('a=1'.padEnd(characters));
  for (const filter of [comparisons(expressions + 1), nested(depth + 1), nested(900), 'a=1'.padEnd(characters + 1)]) {
    assert.throws(() => parseFilter(filter), AppError);
  }
});

test('API-04 no input makes the parser fail otherwise than with a 400, or slow', () => {
  const pieces = `a b.c 1 -2.5 'x' "y" "\\ ' " ( ) && || = !~ ?= // @now \\ я`.split(' ');
  const pieced = fc.array(fc.constantFrom(' ', '\n', ...pieces), { maxLength: 60 }).map((list) => list.join(''));
  const input = fc.oneof(pieced, fc.string({ unit: anyCharacter, maxLength: 100 }));
  let spent = 0;
  const runs = 5000;
  const parse = (filter: string) => {
    const before = cpuMs();
    try {
      parseFilter(filter);
    } finally {
      spent += cpuMs() - before;
    }
  };
  fc.assert(
    fc.property(input, (filter) => {
      try {
        parse(filter);
      } catch (error) {
        assert.ok(error instanceof AppError && error.status === 400);
      }
    }),
    { numRuns: runs },
  );
  assert.ok(spent / runs < 0.2, `${spent / runs} ms of processor time a filter`);
  for (const worst of ['"\\'.repeat(999), '('.repeat(2000), "'".repeat(1999), '/'.repeat(2000), ' '.repeat(2000)]) {
    const before = cpuMs();
    assert.throws(() => parseFilter(worst), AppError);
    assert.ok(cpuMs() - before < 20, `${cpuMs() - before} ms`);
  }
});
