import { atMost, type Check, not, type Rule, trim } from '#domain/rule.ts';
import { isBlank } from '#domain/text/clean-text.ts';

/** Texts that a practitioner sends by hand. */
export const MESSAGE_KINDS = ['planned', 'reminder', 'moved', 'link', 'place', 'pay'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** By kind, the wording of the practitioner; an absent one is the program's own. */
export type OwnMessages = { readonly [Kind in MessageKind]?: string };

const MESSAGE_MAX = 1000;

const BLANKS = ['дата', 'время', 'ссылка', 'место'] as const;
export type Blank = (typeof BLANKS)[number] | 'оплата';

const BLANK = /\{(\p{L}+)\}/gu;

/** Returns the names of the blanks that a kind of message can have. */
export function blanksOf(kind: MessageKind): readonly Blank[] {
  return kind === 'pay' ? [...BLANKS, 'оплата'] : BLANKS;
}

/** Returns the blanks of a text that some kind has. */
export function blanksIn(text: string): Blank[] {
  const known = blanksOf('pay');
  return Array.from(text.matchAll(BLANK), ([, name]) => known.filter((blank) => blank === name)).flat();
}

/** Returns the blanks of a text that its kind does not have, as they are written; what else stands in braces is text. */
export function unknownBlanks(kind: MessageKind, text: string): string[] {
  const known: readonly string[] = blanksOf(kind);
  const found = Array.from(text.matchAll(BLANK), ([blank, name = '']) => (known.includes(name) ? [] : blank)).flat();
  return [...new Set(found)];
}

/** Returns a text with its blanks filled in. Those of another kind stay as they are. */
export function filled(text: string, values: Readonly<Partial<Record<Blank, string>>>): string {
  return text.replaceAll(BLANK, (blank, name: string) =>
    Object.hasOwn(values, name) ? (values[name as Blank] ?? blank) : blank,
  );
}

/** Returns the rule of a practitioner's own wording. */
export function messageRule(kind: MessageKind): Rule<string> {
  const known = blanksOf(kind)
    .map((name) => `{${name}}`)
    .join(', ');
  const knowsBlanks: Check<string> = (text) => {
    const [first] = unknownBlanks(kind, text);
    return first === undefined ? null : { code: 'custom', text: `Нет такого пропуска: ${first}. Есть ${known}` };
  };
  return {
    clean: trim,
    checks: [not(isBlank, 'Введите текст'), atMost(MESSAGE_MAX, `Не длиннее ${MESSAGE_MAX} символов`), knowsBlanks],
  };
}
