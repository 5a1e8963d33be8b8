import type { FieldErrors } from '#domain/errors.ts';
import { atLeast, atMost, type Rule, trim } from '#domain/rule.ts';
import { readable } from '#domain/text/readable-text.ts';

export const CONSENT_MANNERS = ['web', 'paper'] as const;
export type ConsentManner = (typeof CONSENT_MANNERS)[number];

export const CONSENT_LIMITS = { titleMax: 200, textMax: 20_000 } as const;

/** What a practitioner writes of a document (CONSENT-01): line ends come out as \n, so that one text has one hash. */
export const CONSENT_RULES = {
  title: readable(
    atLeast(1, 'Введите заголовок'),
    atMost(CONSENT_LIMITS.titleMax, `Заголовок не длиннее ${CONSENT_LIMITS.titleMax} символов`),
  ),
  text: {
    clean: (text: string) => trim(text.replaceAll(/\r\n?/g, '\n')),
    checks: [
      atLeast(1, 'Введите текст согласия'),
      atMost(CONSENT_LIMITS.textMax, `Текст не длиннее ${CONSENT_LIMITS.textMax} символов`),
    ],
  },
} satisfies Record<string, Rule<string>>;

/** The code of a document that is no longer the current one, or never was this practitioner's. */
const CONSENT_CHANGED = 'consent_changed';

/** The document that a public page shows, and to which a request refers by its id (CONSENT-02). */
export interface ShownConsent {
  id: string;
  title: string;
  text: string;
}

/** Returns the errors of a visitor's request; `current` is null where no agreement is asked for. */
export function consentErrors(current: Pick<ShownConsent, 'id'> | null, given: string): FieldErrors {
  if (current === null || current.id === given) return {};
  return {
    consent:
      given === ''
        ? { code: 'validation_required', message: 'Cannot be blank.' }
        : { code: CONSENT_CHANGED, message: 'The text has changed.' },
  };
}
