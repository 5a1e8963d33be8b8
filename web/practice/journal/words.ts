import type { JournalAuthor, JournalDay, JournalEntry, JournalSubject } from '#domain/journal/journal.ts';
import { CLIENTS, counted, plural, REQUESTS, SESSIONS, TIMES } from '#web/ground/format/plural.ts';
import type { Forms } from '#web/ground/format/plural.ts';

const DEVICES: Forms = { one: 'устройстве', few: 'устройствах', many: 'устройствах' };
const OF_SESSIONS: Forms = { one: 'сессии', few: 'сессий', many: 'сессий' };
const WRONG_PASSWORDS: Forms = { one: 'неверный пароль', few: 'неверных пароля', many: 'неверных паролей' };
const ADDED: Forms = { one: 'Добавлена', few: 'Добавлены', many: 'Добавлено' };
const CHANGED: Forms = { one: 'Изменена', few: 'Изменены', many: 'Изменено' };
const DELETED: Forms = { one: 'Удалена', few: 'Удалены', many: 'Удалено' };

const CLIENTS_ADDED: Forms = { one: 'Добавлен', few: 'Добавлены', many: 'Добавлено' };
const CLIENTS_DELETED: Forms = { one: 'Удалён', few: 'Удалены', many: 'Удалено' };

type Acts = Partial<Record<JournalEntry['action'], string>>;

const ACTS: Record<JournalSubject, Acts> = {
  clients: {
    create: 'Добавлен клиент',
    update: 'Изменён клиент',
    delete: 'Удалён клиент',
    view: 'Просмотрен клиент',
  },
  series: {
    create: 'Добавлена серия сессий',
    update: 'Изменена серия сессий',
    delete: 'Удалена серия сессий',
  },
  series_skips: {
    create: 'Пропущена сессия серии',
    update: 'Перенесён пропуск сессии серии',
    delete: 'Убран пропуск сессии серии',
  },
  payments: { create: 'Добавлена оплата', update: 'Изменена оплата', delete: 'Удалена оплата' },
  letters: { delete: 'Удалены сведения о\u00A0письмах' },
  news: { update: 'Отмечено «Что изменилось»', delete: 'Убрано из\u00A0«Что изменилось»' },
  consent_documents: { create: 'Новая версия текста согласия', update: 'Прежний текст согласия сменён' },
  consents: {
    create: 'Дано согласие на\u00A0обработку данных',
    update: 'Изменено согласие на\u00A0обработку данных',
    delete: 'Удалено согласие на\u00A0обработку данных',
    view: 'Просмотрены согласия',
  },
  erasures: { create: 'Данные клиента удалены без\u00A0следа' },
  sessions: { create: 'Добавлена сессия', update: 'Изменена сессия', delete: 'Удалена сессия' },
  blog_posts: {
    create: 'Добавлена заметка',
    update: 'Изменена заметка',
    delete: 'Удалена заметка',
    view: 'Просмотрены заметки',
  },
  templates: { create: 'Добавлен шаблон записей', update: 'Изменён шаблон записей', delete: 'Удалён шаблон записей' },
  booking: {
    create: 'Получена заявка',
    update: 'Изменена заявка',
    delete: 'Удалена заявка',
    view: 'Просмотрены заявки',
  },
  availability_settings: {
    create: 'Заданы рабочие часы',
    update: 'Изменены рабочие часы',
    delete: 'Удалены рабочие часы',
  },
  profiles: { update: 'Изменён профиль' },
  users: {
    update: 'Изменён аккаунт',
    reset_requested: 'Запрошен новый пароль',
    reset_link_made: 'Сделана ссылка для\u00A0нового пароля',
    email_change_requested: 'Запрошена смена email',
    email_taken_back: 'Возвращён прежний email',
    second_factor_on: 'Включён двухфакторный вход',
    second_factor_off: 'Выключен двухфакторный вход',
    recovery_codes_made: 'Сделаны новые запасные коды для\u00A0входа',
    recovery_code_used: 'Вход по\u00A0запасному коду',
    code_refused: 'Отказано во\u00A0входе: пароль верный, код неверный',
    address_confirmed: 'Подтверждён email',
    letters_held: 'Письма клиентам остановлены',
    letters_allowed: 'Письма клиентам снова отправляются',
    account_locked: 'Аккаунт заблокирован',
    account_unlocked: 'Снята блокировка аккаунта',
    key_changed: 'Сменён ключ записей',
    strict_on: 'Записи открывает только пароль',
    strict_off: 'Записи снова открывает сервер',
    recovery_code_made: 'Сделан новый код от\u00A0записей',
    unlocked: 'Записи открыты кодом от\u00A0записей',
  },
  sign_ins: {
    create: 'Вход в\u00A0аккаунт',
    delete: 'Выход из\u00A0аккаунта',
    end: 'Завершён вход',
    signed_out: 'Завершены все входы',
  },
};

const FIELDS: Record<string, string> = {
  name: 'имя',
  phone: 'телефон',
  description: 'описание',
  email: 'email',
  request: 'запрос',
  agreement: 'договорённости',
  birth_date: 'дата рождения',
  emergency: 'контакт на\u00A0экстренный случай',
  contact: 'другой способ связи',
  tags: 'метки',
  reminders: 'письма клиенту',
  letters_off: 'отказ от\u00A0писем',
  agreed: 'согласие на\u00A0обработку данных',
  registration_date: 'дата регистрации',
  source: 'источник',
  handmade: 'способ добавления',
  archived: 'архив',
  client: 'клиент',
  date: 'дата',
  duration: 'продолжительность',
  status: 'статус',
  thoughts: 'мысли',
  news: 'новости',
  title: 'заголовок',
  text: 'текст',
  position: 'порядок',
  content: 'текст',
  message: 'сообщение',
  day_of_week: 'день недели',
  start_time: 'начало',
  end_time: 'окончание',
  is_available: 'рабочий день',
  breaks: 'перерывы',
  time_zone: 'часовой пояс',
  min_notice_minutes: 'за\u00A0сколько записываться',
  max_days_ahead: 'на\u00A0сколько вперёд',
  buffer_minutes: 'время между сессиями',
  days_off: 'выходные дни',
  accepting: 'приём заявок',
  client_letters: 'письма клиентам',
  reminder_hours: 'время напоминания',
  quiet_from: 'начало тихих часов',
  quiet_to: 'конец тихих часов',
  sender_name: 'имя в\u00A0письмах',
  reply_to: 'адрес для\u00A0ответов',
  place_address: 'адрес кабинета',
  place_link: 'ссылка для\u00A0онлайн-встреч',
  place: 'место встречи',
  messages: 'готовые сообщения',
  cancel_hours: 'срок отмены',
  move_hours: 'срок переноса',
  max_moves: 'число переносов',
  late_cancel: 'поздняя отмена',
  public_phone: 'телефон для\u00A0клиентов',
  names_in_letters: 'имена в\u00A0письмах мне',
  idleSignOut: 'выход без действий',
  start: 'начало',
  until: 'окончание серии',
  every_weeks: 'частота',
  outcome: 'исход',
};

/** A field in the person's words; an unknown one by its name. */
export function fieldWord(field: string): string {
  return FIELDS[field] ?? field;
}

/** The event in the practitioner's words: 'Изменён клиент'. */
export function showAct({ action, subject, client, fields, count, author }: JournalEntry): string {
  if ((subject === 'sessions' || subject === 'booking') && action === 'delete' && count > 1) {
    return `${plural(count, DELETED)} ${counted(count, subject === 'sessions' ? SESSIONS : REQUESTS)} клиента`;
  }
  if (subject === 'sessions' && count > 1 && (action === 'create' || action === 'update')) {
    return `${plural(count, action === 'create' ? ADDED : CHANGED)} ${counted(count, SESSIONS)} клиента`;
  }
  if (subject === 'clients' && count > 1) {
    if (action === 'create') return `${plural(count, CLIENTS_ADDED)} ${counted(count, CLIENTS)} из\u00A0таблицы`;
    if (action === 'delete') return `${plural(count, CLIENTS_DELETED)} ${counted(count, CLIENTS)} из\u00A0таблицы`;
  }
  if (action === 'view_texts') return `Прочитаны тексты ${counted(count, OF_SESSIONS)}`;
  if (action === 'reset_requested' && count > 1) return `Запрошен новый пароль: ${counted(count, TIMES)}`;
  if (action === 'sign_in_refused') return `Отказано во\u00A0входе: ${counted(count, WRONG_PASSWORDS)}`;
  if (action === 'export') return client === '' ? 'Выгружены все данные' : 'Выгружены данные клиента';
  if (action === 'import') return 'Загружены данные из\u00A0выгрузки';
  if (action === 'view' && client === '') {
    if (subject === 'clients') return 'Просмотрен список клиентов';
    if (subject === 'sessions') return 'Просмотрен список сессий';
  }
  if (subject === 'booking' && author === 'program') return 'Заявка перестала удерживать время';
  if (subject === 'sign_ins' && action === 'end') return `Завершён вход на\u00A0${counted(count, DEVICES)}`;
  return special(subject, fields, author) ?? ACTS[subject][action] ?? 'Изменены данные';
}

const LISTS: Partial<Record<JournalSubject, string>> = {
  clients: 'список клиентов',
  sessions: 'список сессий',
  blog_posts: 'заметки',
  booking: 'заявки',
};

/** The views of a day: 'Просмотрено: 12 клиентов, заметки'. */
export function showViews({ clients, lists, texts }: JournalDay): string {
  const what = [
    clients > 0 ? counted(clients, CLIENTS) : [],
    lists.flatMap((list) => LISTS[list] ?? []),
    texts > 0 ? `тексты ${counted(texts, OF_SESSIONS)}` : [],
  ].flat();
  return `Просмотрено: ${what.join(', ')}`;
}

/** Changes with their own wording. */
function special(subject: JournalSubject, fields: readonly string[], author: JournalAuthor): string | null {
  const act = author === 'visitor' ? byClient(subject, fields) : null;
  if (act !== null) return act;
  const answer = subject === 'booking' && author === 'practitioner' ? answerOf(fields) : null;
  if (answer !== null) return answer;
  if (fields.includes('license_verified_at')) return 'Проверена лицензия';
  if (fields.includes('booking_hash')) return 'Сделана новая ссылка на\u00A0запись';
  if (subject !== 'users') return null;
  if (fields.includes('password')) return 'Изменён пароль';
  if (fields.includes('email')) return 'Изменён email';
  return fields.includes('verified') ? 'Подтверждён email' : null;
}

/** The decision about a request. */
function answerOf(fields: readonly string[]): string | null {
  if (!fields.includes('status')) return null;
  if (fields.includes('client')) return 'Подтверждена заявка';
  return fields.includes('withdrawn') ? 'Заявка возвращена' : 'Отклонена заявка';
}

/** What clients and visitors do through their links. */
function byClient(subject: JournalSubject, fields: readonly string[]): string | null {
  if (subject === 'sessions' && fields.includes('moves')) return 'Клиент перенёс сессию';
  if (subject === 'sessions' && fields.includes('outcome')) return 'Клиент отменил сессию';
  if (subject === 'booking' && fields.includes('withdrawn')) return 'Посетитель отозвал заявку';
  return subject === 'clients' && fields.includes('letters_off') ? 'Клиент отказался от\u00A0писем' : null;
}

/** The changed fields, 'телефон, описание'; empty when the event's name already includes them. */
export function showFields({ subject, fields, author }: JournalEntry): string {
  if (special(subject, fields, author) !== null) return '';
  return fields.flatMap((field) => FIELDS[field] ?? []).join(', ');
}
