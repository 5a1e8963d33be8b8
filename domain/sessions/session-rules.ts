import { atMost, type Check, type Rule } from '#domain/rule.ts';
import { composed } from '#domain/text/storable.ts';
import { SESSION_DURATION, SESSION_TEXT } from '#domain/sessions/session.ts';

/** Of whole minutes. */
export const DURATION_CHECKS: readonly Check<number>[] = [
  (minutes) =>
    minutes < SESSION_DURATION.min
      ? { code: 'too_small', minimum: SESSION_DURATION.min, text: SESSION_TEXT.tooShort }
      : null,
  (minutes) =>
    minutes > SESSION_DURATION.max
      ? { code: 'too_big', maximum: SESSION_DURATION.max, text: 'Сессия не дольше суток' }
      : null,
];

export function sessionText(max: number): Rule<string> {
  return { clean: composed, checks: [atMost(max, `Не длиннее ${max} символов`)] };
}
