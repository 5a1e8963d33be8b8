import type { Check, Rule } from '#domain/rule.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';

const EARLIEST = '1900-01-01';

const NO_DATE = {
  code: 'custom',
  text: 'Введите дату в\u00A0виде ДД.ММ.ГГГГ',
  params: { code: 'validation_invalid_format', message: 'Invalid value format.' },
} as const;
const OUT_OF_RANGE = { code: 'custom', text: 'Дата\u00A0— с\u00A01900\u00A0года по\u00A0сегодня' } as const;

/** Returns the rule of a date of birth, 'YYYY-MM-DD' or ''. `today` is the practitioner's day; null where it is not known yet. */
export function birthDateRule(today: string | null): Required<Rule<string>> {
  const isThere: Check<string> = (date) => (date === '' || readIsoDate(date) ? null : NO_DATE);
  const isPast: Check<string> = (date) =>
    date === '' || (date >= EARLIEST && (today === null || date <= today)) ? null : OUT_OF_RANGE;
  return { clean: (date) => date.trim(), checks: [isThere, isPast] };
}
