import { isLink, LINK_MAX } from '#domain/places/link.ts';
import { atMost, type Check, not, type Rule } from '#domain/rule.ts';
import { cleanText } from '#domain/text/clean-text.ts';
import { LINE_END } from '#domain/text/line-end.ts';

export const PLACE_LIMITS = { addressMax: 200, sessionMax: 300, linkMax: LINK_MAX } as const;

const NO_LINK = {
  code: 'custom',
  text: 'Нужен адрес целиком, начиная с\u00A0https://',
  params: { code: 'validation_invalid_url', message: 'Must be a valid https address.' },
} as const;

/** Of one line; a line end is refused, not taken out. */
function line(max: number): Rule<string> {
  return {
    clean: (text) => (LINE_END.test(text) ? text : cleanText(text)),
    checks: [
      atMost(max, `Не длиннее ${max} символов`),
      not((text) => LINE_END.test(text), 'Одной строкой, без переносов'),
    ],
  };
}

const linkChecks: Check<string>[] = [
  atMost(LINK_MAX, `Не длиннее ${LINK_MAX} символов`),
  (link) => (link === '' || isLink(link) ? null : NO_LINK),
];

/** What a practitioner types of places. A link is stored as typed; '' for none. */
export const PLACE_RULES = {
  address: line(PLACE_LIMITS.addressMax),
  session: line(PLACE_LIMITS.sessionMax),
  link: { checks: linkChecks },
} satisfies Record<string, Rule<string>>;
