import { searchWords } from '#domain/clients/client-search.ts';
import { fold } from '#domain/text/fold.ts';

/** A section, or a setting in one, by its title and its synonyms. */
export interface Setting {
  title: string;
  /** Synonyms: beginnings of further words by which it is found. */
  called: string;
  /** The name of its screen or section, if that differs. */
  on?: string;
  to:
    | '/dashboard/profile'
    | '/dashboard/profile/journal'
    | '/dashboard/availability-settings'
    | '/dashboard/online-booking';
  /** The section of the profile, `?section=access`; absent for the first one. */
  section?: string;
}

const of = (section: string, on: string, settings: readonly (readonly [title: string, called: string])[]): Setting[] =>
  settings.map(([title, called]) => ({ title, called, on, to: '/dashboard/profile', ...(section && { section }) }));

const HOURS = { to: '/dashboard/availability-settings', on: 'Рабочие часы' } as const;
const BOOKING = { to: '/dashboard/online-booking', on: 'Онлайн-запись' } as const;

const LETTERS = 'Письма клиентам';
const ACCESS = 'Вход и\u00A0безопасность';
const RECORDS = 'Защита записей';
const DATA = 'Мои данные';
const CONSENT = 'Согласие на\u00A0обработку данных';

export const SETTINGS: readonly Setting[] = [
  { title: 'Личные данные', called: 'имя фио аккаунт настройки', to: '/dashboard/profile' },
  ...of('', 'Личные данные', [
    ['Часовой пояс', 'время зона город переезд москва'],
    ['Письма мне', 'уведомления оповещения имена почта'],
  ]),
  {
    title: 'Лицензия',
    called: 'ключ оплата тариф подписка купить продлить лимит клиентов',
    to: '/dashboard/profile',
    section: 'licence',
  },
  {
    title: 'Где встречаемся',
    called: 'адрес кабинет место онлайн ссылка видео zoom зум телемост',
    to: '/dashboard/profile',
    section: 'place',
  },
  {
    title: 'Шаблоны записей',
    called: 'шаблон образец заготовка текст',
    to: '/dashboard/profile',
    section: 'templates',
  },
  {
    title: 'Деньги',
    called: 'цена стоимость прайс оплата реквизиты карта перевод рубли долг неявка поздняя отмена',
    to: '/dashboard/profile',
    section: 'money',
  },
  {
    title: LETTERS,
    called: 'уведомления оповещения почта email рассылка отправка',
    to: '/dashboard/profile',
    section: 'letters',
  },
  ...of('letters', LETTERS, [
    ['Напоминание', 'напоминания сутки'],
    ['Тихие часы', 'ночь вечер'],
    ['Имя отправителя', 'подпись кого'],
    ['Ответы на\u00A0письма', 'email для ответов обратный адрес'],
    ['Как выглядят письма', 'образцы примеры проба тест'],
    ['Готовые сообщения', 'тексты мессенджер telegram телеграм whatsapp max sms смс'],
  ]),
  {
    title: CONSENT,
    called: 'персональные 152-фз закон договор политика текст',
    to: '/dashboard/profile',
    section: 'consent',
  },
  {
    title: ACCESS,
    called: 'доступ защита',
    to: '/dashboard/profile',
    section: 'access',
  },
  ...of('access', ACCESS, [
    ['Пароль', 'сменить поменять'],
    ['Email', 'почта логин адрес сменить'],
    ['Двухфакторный вход', 'двухфакторная 2fa код приложение аутентификатор запасные коды'],
    ['Когда вы\u00A0отошли', 'блокировка выход таймаут без действий'],
    ['Устройства', 'сеансы телефон компьютер выйти везде входы'],
  ]),
  {
    title: RECORDS,
    called: 'шифрование ключ конфиденциальность',
    to: '/dashboard/profile',
    section: 'records',
  },
  ...of('records', RECORDS, [
    ['Записи открывает только мой пароль', 'строгий режим код записей восстановления шифрование'],
  ]),
  {
    title: DATA,
    called: 'выгрузка экспорт скачать архив копия резервная бэкап',
    to: '/dashboard/profile',
    section: 'data',
  },
  ...of('data', DATA, [
    ['Загрузить из\u00A0архива', 'импорт восстановить перенос'],
    ['Клиенты из\u00A0таблицы', 'импорт csv excel контакты vcard'],
    ['Удалённые без следа', 'стёртые удаление забвение'],
  ]),
  {
    title: 'Журнал',
    called: 'история действий изменения кто смотрел просмотры аудит',
    to: '/dashboard/profile/journal',
  },
  {
    title: 'Удаление аккаунта',
    called: 'удалить закрыть профиль',
    to: '/dashboard/profile',
    section: 'deletion',
  },
  { title: 'Выходные дни и\u00A0отпуск', called: 'дни без приёма каникулы больничный праздники', ...HOURS },
  { title: 'Перерыв между сессиями', called: 'обед пауза перерывы', ...HOURS },
  { title: 'Правила для посетителей', called: 'отмена перенос поздняя запись заранее телефон для клиентов', ...HOURS },
  { title: 'Ссылка на\u00A0запись', called: 'страница записи сайт адрес новая', ...BOOKING },
  { title: 'Приём заявок', called: 'закрыть запись выключить остановить', ...BOOKING },
];

/** Returns the settings in which each typed word begins some word: matches in titles first, then those in synonyms. */
export function findSettings(typed: string): Setting[] {
  const words = searchWords(typed).filter((word) => word.length > 1);
  if (words.length === 0) return [];
  const has = (text: string) => {
    const own = fold(text).split(/[\s-]+/);
    return (word: string) => own.some((one) => one.startsWith(word));
  };
  const named = SETTINGS.filter(({ title }) => words.every(has(title)));
  const called = SETTINGS.filter(({ title, called: others }) => words.every(has(`${title} ${others}`)));
  return [...new Set([...named, ...called])];
}
