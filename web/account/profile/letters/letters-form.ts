import { emailKey } from '#domain/accounts/email.ts';
import { EMAIL_RULE } from '#domain/accounts/mistakes.ts';
import { REMINDER_HOURS } from '#domain/letters/letter.ts';
import { QUIET_TIME_RULE, SENDER_NAME_RULE } from '#domain/letters/letter-rules.ts';
import type { Rule } from '#domain/rule.ts';
import { readWallTime } from '#domain/time/wall-time.ts';
import { counted, HOURS } from '#web/ground/format/plural.ts';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';
import type { FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';

export type LettersForm = Pick<
  ProfileRecord,
  'client_letters' | 'reminder_hours' | 'quiet_from' | 'quiet_to' | 'sender_name' | 'reply_to'
>;

export function lettersForm(profile: LettersForm): LettersForm {
  const { client_letters, reminder_hours, quiet_from, quiet_to, sender_name, reply_to } = profile;
  return { client_letters, reminder_hours, quiet_from, quiet_to, sender_name, reply_to };
}

const TYPED_TIME: Rule<string> = { ...QUIET_TIME_RULE, clean: (typed) => readWallTime(typed) ?? typed };

/** The rules of the profile, with times read from any typed form. */
export const LETTERS_RULES = {
  quiet_from: TYPED_TIME,
  quiet_to: TYPED_TIME,
  sender_name: SENDER_NAME_RULE,
  reply_to: EMAIL_RULE,
};

/** A stored number that is none of the choices is added to them. */
export function reminderChoices(stored: number): { value: string; label: string }[] {
  const all = [...new Set<number>([...REMINDER_HOURS, stored])].toSorted((a, b) => a - b);
  return all.map((hours) => ({ value: String(hours), label: showReminder(hours) }));
}

/** 'За 24 часа до встречи' */
export function showReminder(hours: number): string {
  return `За\u00A0${counted(hours, HOURS)} до\u00A0встречи`;
}

export type Answers = 'none' | 'own' | 'other';

/** Which choice of the form an address belongs to; `own` is the address of the account. */
export function answersOf(reply_to: string, own: string): Answers {
  if (reply_to.trim() === '') return 'none';
  return emailKey(reply_to) === emailKey(own) ? 'own' : 'other';
}

/** One sentence about where replies go. */
export function showAnswers(answers: Answers): string {
  if (answers === 'none')
    return 'В\u00A0письме сказано, что на\u00A0него не\u00A0отвечают, и\u00A0как связаться с\u00A0вами.';
  return 'Этот адрес увидят клиент и\u00A0те, кто читает его почту.';
}

/** One sentence about the quiet hours. */
export function showQuiet({ quiet_from, quiet_to }: Pick<LettersForm, 'quiet_from' | 'quiet_to'>): string {
  if (readWallTime(quiet_from) === readWallTime(quiet_to)) return 'Напоминания приходят в\u00A0любое время.';
  return 'По\u00A0времени клиента, если оно известно. Напоминание, которое пришлось на\u00A0эти часы, уйдёт раньше.';
}

/** The name and value of a field in the notice about a change from another window. */
export const LETTERS_WORDS: FormWords<LettersForm> = {
  client_letters: {
    what: 'письма клиентам',
    show: ({ client_letters }) => (client_letters ? 'отправлять' : 'не\u00A0отправлять'),
  },
  reminder_hours: { what: 'время напоминания', show: ({ reminder_hours }) => showReminder(reminder_hours) },
  quiet_from: { what: 'начало тихих часов' },
  quiet_to: { what: 'конец тихих часов' },
  sender_name: { what: 'имя отправителя' },
  reply_to: { what: 'адрес для ответов', show: ({ reply_to }) => reply_to || 'ответы не\u00A0приходят' },
};
