import type { RemoteValue } from './in-page.ts';

/** The place of the text among the arguments of Playwright's script that evaluates it. */
const EXPRESSION = 3;

/**
 * Returns the texts that Playwright's script will evaluate during a call. A page's content policy refuses `eval` in
 * WebKit, so they go with the call as functions.
 */
export function evaluatedTexts(values: readonly RemoteValue[]): string[] {
  const { value } = values[EXPRESSION] ?? {};
  return [...(typeof value === 'string' ? [value] : []), ...values.flatMap((each) => textsWithin(each))];
}

/** An object's member is `{ k: name, v: value }` by the time it gets here. */
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
