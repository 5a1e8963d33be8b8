/** The parts of an archive in the person's words. */
const NAMES: Record<string, string> = {
  clients: 'Клиенты',
  sessions: 'Сессии',
  series: 'Серии',
  series_skips: 'Пропуски серий',
  blog_posts: 'Заметки',
  templates: 'Шаблоны записей',
  booking: 'Заявки',
  consent_documents: 'Тексты согласия',
  consents: 'Согласия',
  availability_settings: 'Рабочие часы',
  profile: 'Настройки профиля',
  erased: 'Записи удалённых без следа',
};

export interface Amount {
  name: string;
  count: number;
}

/** The counts of a report in the order of the names. */
export function amountsOf(counts: Readonly<Record<string, number>>): Amount[] {
  return Object.keys({ ...NAMES, ...counts }).flatMap((list) => {
    const count = counts[list];
    return count ? [{ name: NAMES[list] ?? list, count }] : [];
  });
}
