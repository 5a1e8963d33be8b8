import { composed } from '#domain/text/storable.ts';

/** Why a value is refused: what the record API says of it, and the text that stands under its field. */
export type Mistake = { text: string } & (
  | { code: 'too_small'; minimum: number }
  | { code: 'too_big'; maximum: number }
  | { code: 'invalid_format'; format: 'email' }
  | { code: 'custom'; params?: { code?: string; message?: string } }
);

export type Check<Value> = (value: Value) => Mistake | null;

/**
 * The rules of one value, for the schema of the server (`schema-of.ts`) and for a form of the browser, which would wait
 * 21 KB longer with the schema.
 */
export interface Rule<Value> {
  /** Returns the value as it is stored; by default as it is. */
  clean?: (value: Value) => Value;
  /** In order; checks get the clean value. */
  checks: readonly Check<Value>[];
}

/** Returns the first mistake of a clean value; null where there is none. */
export function firstMistake<Value>(checks: readonly Check<Value>[], value: Value): Mistake | null {
  for (const check of checks) {
    const mistake = check(value);
    if (mistake) return mistake;
  }
  return null;
}

/** Returns the text of the first mistake of a typed value; null where there is none. */
export function mistakeIn<Value>({ clean, checks }: Rule<Value>, typed: Value): string | null {
  return firstMistake(checks, clean ? clean(typed) : typed)?.text ?? null;
}

/** Of a text of several lines: the same signs in the same form, whatever it was typed on. */
export function trim(text: string): string {
  return composed(text.trim());
}

export function atLeast(minimum: number, text: string): Check<string> {
  return ({ length }) => (length < minimum ? { code: 'too_small', minimum, text } : null);
}

export function atMost(maximum: number, text: string): Check<string> {
  return ({ length }) => (length > maximum ? { code: 'too_big', maximum, text } : null);
}

/** Refuses the values of which `isWrong`. */
export function not<Value>(isWrong: (value: Value) => boolean, text: string): Check<Value> {
  return (value) => (isWrong(value) ? { code: 'custom', text } : null);
}
