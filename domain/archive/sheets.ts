import type { ArchiveList, ArchiveRow } from '#domain/archive/columns.ts';
import {
  DAYS,
  type Reading,
  showDay,
  showInstant,
  showManner,
  showRequestStatus,
  showSessionStatus,
} from '#domain/archive/words.ts';
import { phoneInTable } from '#domain/clients/phone.ts';

type Cell = string | number;

interface Sheet<List extends ArchiveList> {
  /** The file below csv/, without its end. */
  file: string;
  head: readonly string[];
  cells: (row: ArchiveRow<List>, reading: Reading) => readonly Cell[];
}

const yes = (flag: boolean): string => (flag ? 'да' : 'нет');

/** Prints a phone so that a table takes it for a text: grouped, and with a space, whatever its country. */
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

/** The lists that a person opens in Excel. */
export const SHEETS = {
  clients: {
    file: 'клиенты',
    head: ['Имя', 'Телефон', 'Email', 'Описание', 'Источник', 'Добавлен', 'В архиве', 'Номер'],
    cells: (row, reading) => [
      row.name,
      phoneCell(row.phone),
      row.email,
      row.description,
      row.source,
      showInstant(row.registration_date, reading),
      yes(row.archived),
      row.id,
    ],
  },
  sessions: {
    file: 'сессии',
    head: ['Начало', 'Минут', 'Клиент', 'Статус', 'Описание', 'Что нового', 'Мысли', 'Номер'],
    cells: (row, reading) => [
      showInstant(row.date, reading),
      row.duration,
      reading.names.get(row.client) ?? '',
      showSessionStatus(row),
      row.description,
      row.news,
      row.thoughts,
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
} as const satisfies { [List in ArchiveList]?: Sheet<List> };

export type SheetList = keyof typeof SHEETS;

/** Prints one row of a sheet; `row` is of that list. */
export function sheetCells(list: SheetList, row: unknown, reading: Reading): readonly Cell[] {
  const { cells } = SHEETS[list] as Sheet<ArchiveList>;
  return cells(row as ArchiveRow<ArchiveList>, reading);
}
