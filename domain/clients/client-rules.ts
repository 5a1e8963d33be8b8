import { EMAIL_RULE } from '#domain/accounts/mistakes.ts';
import { CLIENT_LIMITS, CLIENT_TEXT } from '#domain/clients/client.ts';
import { atLeast, atMost, type Rule, trim } from '#domain/rule.ts';
import { PLACE_RULES } from '#domain/places/place-rules.ts';
import { readable } from '#domain/text/readable-text.ts';

/** What a practitioner types about a client; texts come out trimmed. */
export const CLIENT_RULES = {
  name: readable(
    atLeast(CLIENT_LIMITS.nameMin, CLIENT_TEXT.nameTooShort),
    atMost(CLIENT_LIMITS.nameMax, `Имя не длиннее ${CLIENT_LIMITS.nameMax} символов`),
  ),
  phone: readable(
    atLeast(CLIENT_LIMITS.phoneMin, CLIENT_TEXT.phoneTooShort),
    atMost(CLIENT_LIMITS.phoneMax, `Телефон не длиннее ${CLIENT_LIMITS.phoneMax} символов`),
  ),
  description: {
    clean: trim,
    checks: [atMost(CLIENT_LIMITS.descriptionMax, `Описание не длиннее ${CLIENT_LIMITS.descriptionMax} символов`)],
  },
  email: EMAIL_RULE,
  place_link: PLACE_RULES.link,
  request: textUpTo(CLIENT_LIMITS.requestMax),
  agreement: textUpTo(CLIENT_LIMITS.agreementMax),
  emergency: textUpTo(CLIENT_LIMITS.emergencyMax),
  contact: textUpTo(CLIENT_LIMITS.contactMax),
} satisfies Record<string, Rule<string>>;

function textUpTo(max: number): Required<Rule<string>> {
  return { clean: trim, checks: [atMost(max, `Не\u00A0длиннее ${max} символов`)] };
}
