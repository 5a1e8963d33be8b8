import { ClientResponseError } from 'pocketbase';
import { CLIENT_LIMITS, type MoreField } from '#domain/clients/client.ts';
import type { FieldError } from '#domain/errors.ts';
import type { CsvEncoding } from '#domain/csv-import/encoding.ts';
import type { CsvSeparator } from '#domain/csv-import/file.ts';
import { CSV_LIMITS, type CsvField, type FileWhy, type RowRemark, type RowWhy } from '#domain/csv-import/report.ts';
import { type Forms, showNumber } from '#web/ground/format/plural.ts';

export const ROWS: Forms = { one: 'строка', few: 'строки', many: 'строк' };
/** After «из»: из 21 строки, из 5 строк. */
export const OF_ROWS: Forms = { one: 'строки', few: 'строк', many: 'строк' };
export const WILL_BE_ADDED: Forms = { one: 'Добавится', few: 'Добавятся', many: 'Добавится' };
export const ADDED: Forms = { one: 'Добавлен', few: 'Добавлены', many: 'Добавлено' };
export const REMOVED: Forms = { one: 'Убран', few: 'Убраны', many: 'Убрано' };
/** «Добавить 1 клиента, 5 клиентов». */
export const WHOM: Forms = { one: 'клиента', few: 'клиентов', many: 'клиентов' };

export const ENCODINGS: Record<CsvEncoding, string> = {
  'UTF-8': 'UTF-8',
  'windows-1251': 'Windows-1251',
  'x-mac-cyrillic': 'Mac, кириллица',
  ibm866: 'DOS (866)',
  'koi8-r': 'КОИ-8',
  'UTF-16LE': 'UTF-16',
  'UTF-16BE': 'UTF-16\u00A0BE',
};

export const SEPARATORS: Record<CsvSeparator, string> = {
  ';': 'Точка с\u00A0запятой',
  ',': 'Запятая',
  '\t': 'Табуляция',
  '|': 'Вертикальная черта',
};

export const FIELDS: Record<CsvField | MoreField, string> = {
  name: 'Имя',
  phone: 'Телефон',
  email: 'Email',
  description: 'Описание',
  request: 'Запрос',
  agreement: 'Договорённости',
  birth_date: 'Дата рождения',
  emergency: 'Контакт на\u00A0экстренный случай',
  contact: 'Другой способ связи',
  tags: 'Метки',
  price: 'Своя цена',
  pay_way: 'Обычно платит',
};

const ROW: Record<RowWhy, string> = {
  name_missing: 'Нет имени',
  name_short: 'Имя короче двух символов',
  name_long: `Имя длиннее ${CLIENT_LIMITS.nameMax}\u00A0символов`,
  name_unreadable: 'В\u00A0имени нет ни\u00A0буквы, ни\u00A0цифры',
  phone_missing: 'Нет телефона',
  phone_short: `Телефон короче ${CLIENT_LIMITS.phoneMin}\u00A0символов`,
  phone_long: `Телефон длиннее ${CLIENT_LIMITS.phoneMax}\u00A0символов`,
  phone_unreadable: 'На\u00A0месте телефона нет номера',
  phone_rounded: 'Номер сокращён таблицей до\u00A0вида 7,9E+10: задайте столбцу текстовый формат',
  wide: 'Столбцов больше, чем названий: похоже, данные сдвинуты',
  broken: 'Есть нечитаемые знаки: возможно, выбрана не\u00A0та кодировка',
  before_header: 'Стоит выше названий столбцов',
  cut: 'Контакт обрывается: файл сохранён не\u00A0до\u00A0конца',
  header: 'Повтор названий столбцов',
  characters: 'Есть знаки, которые нельзя сохранить',
  repeated: 'Такой клиент уже есть выше в\u00A0таблице',
  exists: 'Клиент уже есть',
  limit: 'Не\u00A0помещается без лицензии',
};

export function showWhy(why: RowWhy): string {
  return ROW[why];
}

type Text = 'description' | 'request' | 'agreement' | 'emergency' | 'contact';

/** Which part of a value was not taken over as it is. */
function remarksOfText<Field extends Text>(
  field: Field,
  longest: number,
): Record<`${Field}_${'cut' | 'broken'}`, string> {
  const remarks: Partial<Record<string, string>> = {
    [`${field}_cut`]: `${FIELDS[field]}: длиннее ${showNumber(longest)}\u00A0символов, сохранится начало`,
    [`${field}_broken`]: `${FIELDS[field]}: есть нечитаемые знаки`,
  };
  return remarks as Record<`${Field}_${'cut' | 'broken'}`, string>;
}

const REMARK: Record<RowRemark, string> = {
  email_unreadable: 'Email с\u00A0ошибкой: он\u00A0останется в\u00A0описании',
  birth_date_unreadable: 'Дата рождения не\u00A0читается или не\u00A0подходит: она\u00A0останется в\u00A0описании',
  tags_unreadable: 'Меток больше десяти или метка слишком длинная: лишнее останется в\u00A0описании',
  price_unreadable: 'Цена не\u00A0читается как\u00A0сумма: она\u00A0останется в\u00A0описании',
  pay_way_unreadable: 'Способ оплаты незнаком: он\u00A0останется в\u00A0описании',
  ...remarksOfText('description', CLIENT_LIMITS.descriptionMax),
  ...remarksOfText('request', CLIENT_LIMITS.requestMax),
  ...remarksOfText('agreement', CLIENT_LIMITS.agreementMax),
  ...remarksOfText('emergency', CLIENT_LIMITS.emergencyMax),
  ...remarksOfText('contact', CLIENT_LIMITS.contactMax),
};

export function showRemark(remark: RowRemark): string {
  return REMARK[remark];
}

/** The lines of each reason, the most frequent first. */
export function groupLines<Reason>(rows: readonly { line: number; of: Reason }[]): { of: Reason; lines: number[] }[] {
  const groups = new Map<Reason, number[]>();
  for (const { line, of } of rows) groups.set(of, [...(groups.get(of) ?? []), line]);
  return [...groups].map(([of, lines]) => ({ of, lines })).toSorted((a, b) => b.lines.length - a.lines.length);
}

const FILE: Record<FileWhy, string> = {
  empty: 'В\u00A0файле нет строк с\u00A0клиентами.',
  not_table:
    'Это не\u00A0таблица CSV и\u00A0не\u00A0контакты VCF. В\u00A0Excel выберите «Сохранить как» и\u00A0тип «CSV».',
  packed: 'Файл сжат и\u00A0не\u00A0распаковывается. Распакуйте его и\u00A0выберите то, что внутри.',
  quote: 'Открытая кавычка нигде не\u00A0закрывается. Исправьте её\u00A0в\u00A0файле или выберите другой разделитель.',
  long_line: 'Слишком длинная строка: похоже, в\u00A0ней не\u00A0закрыта кавычка.',
  rows: `В\u00A0файле больше ${showNumber(CSV_LIMITS.rows)}\u00A0строк. Разделите его на\u00A0несколько.`,
  columns: `Больше ${CSV_LIMITS.columns}\u00A0столбцов. Возможно, выбран не\u00A0тот разделитель.`,
};

export const TOO_LARGE = 'Файл больше 10\u00A0МБ. Разделите его на\u00A0несколько.';

/** Why a file cannot be read; null for any other failure. */
export function fileProblem(error: unknown): string | null {
  if (!(error instanceof ClientResponseError)) return null;
  if (error.status === 413) return TOO_LARGE;
  const refusal: Partial<FieldError> | undefined = error.response['data']?.file;
  const text = Object.entries(FILE).find(([why]) => refusal?.code === `csv_${why}`)?.[1];
  if (!text) return null;
  const line = Number(refusal?.params?.['line']);
  return line > 0 ? `Строка\u00A0${line}: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}
