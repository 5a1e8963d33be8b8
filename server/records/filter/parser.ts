import { badFilter } from '#server/records/filter/bad-filter.ts';
import { type Sign, type Token, tokenize } from '#server/records/filter/tokens.ts';

/** A name stands for a field, a macro or one of the words true, false and null; the collection decides which. */
export type Operand =
  | { kind: 'name'; name: string }
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string };

export type Expression =
  | { kind: 'compare'; left: Operand; sign: Sign; right: Operand }
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
    return { kind: 'compare', left, sign: token.sign, right: this.#operand() };
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
