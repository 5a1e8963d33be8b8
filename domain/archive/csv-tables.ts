import type { CsvCell } from '#domain/archive/csv.ts';
import { cellAmount } from '#domain/money/amount.ts';
import { PAY_WAY_LABEL } from '#domain/money/money.ts';
import { statusInWords } from '#domain/sessions/session.ts';
import type { ArchiveList, ArchiveRow } from '#domain/archive/columns.ts';
import {
  DAYS,
  type Reading,
  showDay,
  showInstant,
  showManner,
  showPlace,
  showRequestStatus,
  tagsCell,
} from '#domain/archive/words.ts';
import { phoneInTable } from '#domain/clients/phone.ts';

interface TableFormat<List extends ArchiveList> {
  /** The name of the file in csv/, without its extension. */
  file: string;
  head: readonly string[];
  cells: (row: ArchiveRow<List>, reading: Reading) => readonly CsvCell[];
}

const yes = (flag: boolean): string => (flag ? 'да' : 'нет');

/** Returns a phone, grouped and with a space whatever its country, so that spreadsheets treat it as a text. */
export function phoneCell(phone: string): string {
  const shown = phoneInTable(phone);
  if (shown.includes(' ') || !/^\+?[\d().-]+$/.test(shown)) return shown;
  const [, plus = '', digits = ''] = /^(\+?)(\d{6,})$/.exec(shown) ?? [];
  if (digits === '') return shown.replace(/(?<=\d)[-.]|(?<=\d)(?=\()/, ' ');
  return (
    plus +
    digits.replace(
      /^(\d+?)(\d{3})?(\d\d)(\d\d)$/,
      (_, first: string, ...rest: (string | undefined)[]) => `${first} ${rest.slice(0, 3).filter(Boolean).join('-')}`,
    )
  );
}

/** The lists that an archive also contains as CSV files for Excel. */
export const CSV_TABLES = {
  clients: {
    file: 'клиенты',
    head: [
      'Имя',
      'Телефон',
      'Email',
      'Описание',
      'Источник',
      'Дата регистрации',
      'В архиве',
      'Где встречаемся',
      'Ссылка на встречу',
      'Запрос',
      'Договорённости',
      'Дата рождения',
      'Контакт на экстренный случай',
      'Другой способ связи',
      'Метки',
      'Цена',
      'Способ оплаты',
      'Номер',
    ],
    cells: (row, reading) => [
      row.name,
      phoneCell(row.phone),
      row.email,
      row.description,
      row.source,
      showInstant(row.registration_date, reading),
      yes(row.archived),
      showPlace(row),
      row.place_link,
      row.request,
      row.agreement,
      showDay(row.birth_date),
      row.emergency,
      row.contact,
      tagsCell(row),
      row.price === null ? '' : { sum: cellAmount(row.price) },
      row.pay_way === '' ? '' : PAY_WAY_LABEL[row.pay_way],
      row.id,
    ],
  },
  sessions: {
    file: 'сессии',
    head: ['Начало', 'Минут', 'Клиент', 'Статус', 'Описание', 'Новости клиента', 'Мысли о сессии', 'Место', 'Номер'],
    cells: (row, reading) => [
      showInstant(row.date, reading),
      row.duration,
      reading.names.get(row.client) ?? '',
      statusInWords(row),
      row.description,
      row.news,
      row.thoughts,
      row.place,
      row.id,
    ],
  },
  blog_posts: {
    file: 'заметки',
    head: ['Дата', 'Заголовок', 'Текст', 'Номер'],
    cells: (row) => [showDay(row.date), row.title, row.content, row.id],
  },
  availability_settings: {
    file: 'рабочие часы',
    head: ['День', 'Рабочий', 'С', 'До', 'Перерывы'],
    cells: (row) => [
      DAYS[row.day_of_week] ?? '',
      yes(row.is_available),
      row.start_time,
      row.end_time,
      row.breaks.map(({ start, end }) => `${start}–${end}`).join(', '),
    ],
  },
  booking: {
    file: 'заявки',
    head: ['Начало', 'Имя', 'Телефон', 'Email', 'Сообщение', 'Статус', 'Получена', 'Номер'],
    cells: (row, reading) => [
      showInstant(row.date, reading),
      row.name,
      phoneCell(row.phone),
      row.email,
      row.message,
      showRequestStatus(row),
      showInstant(row.created, reading),
      row.id,
    ],
  },
  payments: {
    file: 'оплаты',
    head: ['Дата', 'Клиент', 'Сумма', 'Способ', 'Встреч', 'Действует до', 'Чек', 'Примечание', 'Номер сессии', 'Номер'],
    cells: (row, reading) => [
      showDay(row.paid_on),
      reading.names.get(row.client) ?? '',
      { sum: cellAmount(row.amount) },
      PAY_WAY_LABEL[row.way],
      row.meetings === 0 ? '' : row.meetings,
      showDay(row.until),
      yes(row.receipt),
      row.note,
      row.session,
      row.id,
    ],
  },
  consents: {
    file: 'согласия',
    head: ['Дано', 'Клиент', 'Как', 'Отозвано', 'Версия', 'Заголовок', 'Текст', 'Номер'],
    cells: (row, reading) => {
      const { version = '', title = '', text = '' } = reading.documents.get(row.document) ?? {};
      return [
        showInstant(row.given_at, reading),
        reading.names.get(row.client) ?? '',
        showManner(row),
        showInstant(row.withdrawn_at, reading),
        version,
        title,
        text,
        row.id,
      ];
    },
  },
} as const satisfies { [List in ArchiveList]?: TableFormat<List> };

export type CsvTable = keyof typeof CSV_TABLES;

/** Returns the cells of one row; `row` must be of that list. */
export function csvCells(list: CsvTable, row: unknown, reading: Reading): readonly CsvCell[] {
  const { cells } = CSV_TABLES[list] as TableFormat<ArchiveList>;
  return cells(row as ArchiveRow<ArchiveList>, reading);
}
