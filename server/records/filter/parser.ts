import { isStorable } from '#domain/text/storable.ts';
import { badFilter } from '#server/records/filter/bad-filter.ts';

/** A name stands for a field, a macro or one of the words true, false and null; the collection decides which. */
export type Operand =
  | { kind: 'name'; name: string }
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string };

export type Expression =
  /** `any`: at least one of several values meets it, instead of all. */
  | { kind: 'compare'; left: Operand; sign: Sign; any: boolean; right: Operand }
  | { kind: 'and' | 'or'; items: Expression[] };

export const FILTER_LIMITS = { characters: 2000, expressions: 50, depth: 8 } as const;

/**
 * Parses a filter: comparisons joined by && and || (the first binds tighter), grouped by parentheses, with comments.
 * Throws a 400 for anything else and for a filter beyond the limits.
 */
export function parseFilter(filter: string): Expression {
  if (filter.length > FILTER_LIMITS.characters) {
    throw badFilter(`it is longer than ${FILTER_LIMITS.characters} characters`);
  }
  const tokens = tokenize(filter);
  if (tokens.filter((token) => token.kind === 'sign').length > FILTER_LIMITS.expressions) {
    throw badFilter(`it has more than ${FILTER_LIMITS.expressions} comparisons`);
  }
  const parser = new Parser(tokens);
  const expression = parser.any(0);
  parser.end();
  return expression;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  any(depth: number): Expression {
    return this.#joined('or', () => this.#joined('and', () => this.#item(depth)));
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw badFilter('&& or || expected');
  }

  #joined(join: 'and' | 'or', item: () => Expression): Expression {
    const first = item();
    const items = [first];
    for (let token = this.#peek(); token?.kind === 'join' && token.join === join; token = this.#peek()) {
      this.#at += 1;
      items.push(item());
    }
    return items.length === 1 ? first : { kind: join, items };
  }

  #item(depth: number): Expression {
    if (this.#peek()?.kind !== 'open') return this.#comparison();
    if (depth === FILTER_LIMITS.depth) throw badFilter(`groups are nested deeper than ${FILTER_LIMITS.depth}`);
    this.#at += 1;
    const inner = this.any(depth + 1);
    if (this.#next()?.kind !== 'close') throw badFilter('a group is not closed');
    return inner;
  }

  #comparison(): Expression {
    const left = this.#operand();
    const token = this.#next();
    if (token?.kind !== 'sign') throw badFilter('an operator expected');
    return { kind: 'compare', left, sign: token.sign, any: token.any, right: this.#operand() };
  }

  #operand(): Operand {
    const token = this.#next();
    switch (token?.kind) {
      case 'name':
      case 'number':
      case 'text':
        return token;
      default:
        throw badFilter('a field or a value expected');
    }
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #next(): Token | undefined {
    const token = this.#peek();
    this.#at += 1;
    return token;
  }
}

export const SIGNS = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'] as const;
export type Sign = (typeof SIGNS)[number];

export type Token =
  | { kind: 'name'; name: string }
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'sign'; sign: Sign; any: boolean }
  | { kind: 'join'; join: 'and' | 'or' }
  | { kind: 'open' | 'close' };

// Sticky: each matches at one place only and reads every character once.
const BLANK = /(?:[ \t\r\n]|\/\/[^\n]*)+/y;
const NAME = /[A-Za-z_@#][A-Za-z0-9_.:]*/y;
const NUMBER = /-?[0-9]+(?:\.[0-9]+)?/y;
/** '?=' and the like mean "at least one of many"; of one value both forms mean the same. */
const SIGN = /(\??)(!=|!~|>=|<=|=|>|<|~)/y;
const JOIN = /&&|\|\|/y;
const SINGLE_QUOTED = /'((?:[^'\\]|\\[^])*)'/y;
const DOUBLE_QUOTED = /"((?:[^"\\]|\\[^])*)"/y;

/** Splits a filter (record API, filter grammar) into tokens, in linear time. Throws a 400 for any other text. */
function tokenize(filter: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(filter);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    take(BLANK);
    if (at === filter.length) return tokens;
    tokens.push(next(filter.charAt(at), take));
  }
}

function next(first: string, take: (pattern: RegExp) => RegExpExecArray | null): Token {
  let match: RegExpExecArray | null;
  switch (first) {
    case '(':
      take(/\(/y);
      return { kind: 'open' };
    case ')':
      take(/\)/y);
      return { kind: 'close' };
    case "'":
      if ((match = take(SINGLE_QUOTED))) return text((match[1] ?? '').replaceAll("\\'", "'"));
      throw badFilter('a text is not closed');
    case '"':
      if ((match = take(DOUBLE_QUOTED))) return text(decode(match[1] ?? ''));
      throw badFilter('a text is not closed');
    case '&':
    case '|':
      if ((match = take(JOIN))) return { kind: 'join', join: match[0] === '&&' ? 'and' : 'or' };
      throw badFilter('&& or || expected');
    default:
  }
  if ((match = take(NAME))) return name(match[0]);
  if ((match = take(NUMBER))) return number(match[0]);
  if ((match = take(SIGN))) return sign(match[2] ?? '', match[1] === '?');
  throw badFilter('an unexpected character');
}

function name(word: string): Token {
  if (/[.:]$|^[@#_]$/.test(word)) throw badFilter('an unfinished name');
  return { kind: 'name', name: word };
}

function number(digits: string): Token {
  const value = Number(digits);
  if (!Number.isFinite(value)) throw badFilter('a number is too large');
  return { kind: 'number', value };
}

function sign(operator: string, any: boolean): Token {
  const known = SIGNS.find((candidate) => candidate === operator);
  if (!known) throw badFilter('an unknown operator');
  return { kind: 'sign', sign: known, any };
}

function text(value: string): Token {
  // Neither engine stores such a character, and PostgreSQL refuses to compare with it.
  if (!isStorable(value)) throw badFilter('a text has a character that cannot be stored');
  return { kind: 'text', value };
}

const DECODED: Record<string, string> = { '\\': '\\', '"': '"', n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * Reads the escapes of `JSON.stringify`, which the SDK uses for texts, pair by pair. A backslash before any other
 * character stays, because '\%' and '\_' have a meaning for '~'.
 */
function decode(quoted: string): string {
  return quoted.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (pair, code: string | undefined, character: string) =>
    code === undefined ? (DECODED[character] ?? pair) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
