import type { RemoteValue } from './in-page.ts';

/** The index of the evaluated text among the arguments of Playwright's script. */
const EXPRESSION = 3;

/**
 * Returns the texts that Playwright's script evaluates during a call. In WebKit a page's content policy blocks `eval`,
 * so the call passes them as functions.
 */
export function evaluatedTexts(values: readonly RemoteValue[]): string[] {
  const { value } = values[EXPRESSION] ?? {};
  return [...(typeof value === 'string' ? [value] : []), ...values.flatMap((each) => textsWithin(each))];
}

/** Playwright serialises a member of an object as `{ k: name, v: value }`. */
function textsWithin({ type, value }: RemoteValue): string[] {
  if (!Array.isArray(value)) return [];
  if (type === 'array') return value.flatMap((each: RemoteValue) => textsWithin(each));
  if (type !== 'object') return [];
  const members = new Map(value.map(([key, each]: [RemoteValue, RemoteValue]) => [key.value, each]));
  const [name, text] = [members.get('k')?.value, members.get('v')?.value];
  if (name === 'functionText') return [`(${String(text)})`];
  if (name === 'expression' || name === 'callbackText') return [String(text)];
  return [...members.values()].flatMap((each) => textsWithin(each));
}
