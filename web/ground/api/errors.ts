import { ClientResponseError } from 'pocketbase';
import type { FieldErrors } from '#domain/errors.ts';
import { counted, type Forms, HOURS } from '#web/ground/format/plural.ts';

export const NO_CONNECTION = 'Нет связи с\u00A0сервером. Проверьте соединение и\u00A0попробуйте ещё раз.';
export const TOO_MANY = 'Слишком много попыток. Подождите немного и\u00A0попробуйте ещё раз.';
const MINUTES_TO_WAIT: Forms = { one: 'минуту', few: 'минуты', many: 'минут' };
const LONGEST_IN_MINUTES = 90;
export const NO_ROOM =
  'На\u00A0сервере закончилось место: новое пока не\u00A0сохраняется. Введённое не\u00A0пропало, сохраните его позже.';
export const UNAVAILABLE = 'Сервер сейчас не\u00A0может ответить. Введённое не\u00A0пропало, попробуйте позже.';
const FAILED = 'Что-то пошло не\u00A0так. Попробуйте ещё раз.';

/** Russian texts for the codes of the record API. */
const TEXT_OF_CODE: Record<string, string> = {
  validation_required: 'Заполните это поле',
  validation_is_email: 'Проверьте email: похоже, в\u00A0нём опечатка',
  validation_not_unique: 'Такое значение уже есть',
  validation_values_mismatch: 'Значения не\u00A0совпадают',
  validation_min_text_constraint: 'Слишком короткий текст',
  validation_max_text_constraint: 'Слишком длинный текст',
  validation_length_out_of_range: 'Слишком короткий или слишком длинный текст',
  validation_min_number_constraint: 'Слишком маленькое число',
  validation_max_number_constraint: 'Слишком большое число',
  validation_invalid_format: 'Неверный формат',
  validation_invalid_value: 'Неверное значение',
  validation_missing_rel_records: 'Запись не\u00A0найдена, возможно, её\u00A0удалили',
  validation_no_letter_or_digit: 'Нужна хотя бы\u00A0одна буква или цифра',
  validation_common_password: 'Такой пароль легко угадать',
  validation_invalid_old_password: 'Неверный пароль',
  validation_invalid_password: 'Неверный пароль',
  validation_invalid_code: 'Неверный код',
  validation_locked: 'Сохранённый текст не\u00A0открывается, поэтому сейчас это невозможно',
  validation_invalid_token: 'Ссылка больше не\u00A0действует',
  validation_invalid_new_email: 'Этот email использовать нельзя',
  validation_not_in_invalid: 'Это уже ваш email',
  letters_stopped: 'С\u00A0этого адреса отказались от\u00A0писем',
  slot_taken: 'Это время уже занято',
};

/** True when the server refused the request on purpose: a retry would not help. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ClientResponseError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

export function isNoConnection(error: unknown): boolean {
  return error instanceof ClientResponseError && error.status === 0 && !error.isAbort;
}

export function statusOf(error: unknown): number {
  return error instanceof ClientResponseError ? error.status : 0;
}

/** The fields that the server refused, with their codes; empty when no field is at fault. */
export function fieldErrors(error: unknown): FieldErrors {
  const data: unknown = error instanceof ClientResponseError ? error.response['data'] : null;
  if (!isObject(data)) return {};
  const found: FieldErrors = {};
  for (const [field, problem] of Object.entries(data)) {
    if (!isObject(problem) || typeof problem['code'] !== 'string') continue;
    const message = typeof problem['message'] === 'string' ? problem['message'] : '';
    found[field] = { code: problem['code'], message };
  }
  return found;
}

export function hasCode(error: unknown, field: string, code: string): boolean {
  return fieldErrors(error)[field]?.code === code;
}

/** Russian texts under the fields of a form: `form.setErrors(fieldTexts(error))`. */
export function fieldTexts(error: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(fieldErrors(error)).map(([field, { code }]) => [field, textOfCode(code)]));
}

/**
 * One sentence about a failure. Russian messages of the server are shown as they are (the limit of clients); English
 * ones are for programs, so their code or `otherwise` gives the text.
 */
export function errorText(error: unknown, otherwise: string = FAILED): string {
  if (!(error instanceof ClientResponseError)) return otherwise;
  if (isNoConnection(error)) return NO_CONNECTION;
  if (error.status === 429) return tooMany(error.response['retryAfter']);
  const message: unknown = error.response['message'];
  if (typeof message === 'string' && /[а-яё]/i.test(message)) return message;
  if (error.status === 507) return NO_ROOM;
  if (error.status === 503) return UNAVAILABLE;
  const first = Object.values(fieldErrors(error))[0];
  return first && TEXT_OF_CODE[first.code] ? textOfCode(first.code) : otherwise;
}

/** Mentions the waiting time only if the server gives one of a minute or more. */
function tooMany(seconds: unknown): string {
  if (typeof seconds !== 'number' || seconds < 60) return TOO_MANY;
  const minutes = Math.ceil(seconds / 60);
  const wait =
    minutes <= LONGEST_IN_MINUTES ? counted(minutes, MINUTES_TO_WAIT) : counted(Math.ceil(minutes / 60), HOURS);
  return `Слишком много попыток. Попробуйте снова через ${wait}.`;
}

function textOfCode(code: string): string {
  return TEXT_OF_CODE[code] ?? 'Проверьте это поле';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
