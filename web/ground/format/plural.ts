const rules = new Intl.PluralRules('ru');
const grouped = new Intl.NumberFormat('ru', { useGrouping: 'min2' });

/** The three forms of a Russian noun: 1 сессия, 2 сессии, 5 сессий. */
export interface Forms {
  one: string;
  few: string;
  many: string;
}

export const SESSIONS: Forms = { one: 'сессия', few: 'сессии', many: 'сессий' };
export const WAITING_SESSIONS: Forms = {
  one: 'сессия ждёт отметки',
  few: 'сессии ждут отметки',
  many: 'сессий ждут отметки',
};
export const CLIENTS: Forms = { one: 'клиент', few: 'клиента', many: 'клиентов' };
export const NOTES: Forms = { one: 'заметка', few: 'заметки', many: 'заметок' };
export const REQUESTS: Forms = { one: 'заявка', few: 'заявки', many: 'заявок' };
export const NEW_REQUESTS: Forms = { one: 'новая заявка', few: 'новые заявки', many: 'новых заявок' };
export const MINUTES: Forms = { one: 'минута', few: 'минуты', many: 'минут' };
/** After «назад» and «через»: 1 минуту назад. */
export const MINUTES_AGO: Forms = { ...MINUTES, one: 'минуту' };
export const DAYS: Forms = { one: 'день', few: 'дня', many: 'дней' };
export const HOURS: Forms = { one: 'час', few: 'часа', many: 'часов' };
export const TIMES: Forms = { one: 'раз', few: 'раза', many: 'раз' };

export function plural(count: number, forms: Forms): string {
  const category = rules.select(count);
  return category === 'one' || category === 'few' ? forms[category] : forms.many;
}

/** '1976'; grouped from five digits on: '19 760'. */
export function showNumber(count: number): string {
  return grouped.format(count);
}

/** '1 976': numbers listed below each other are all grouped. */
export function showInColumn(count: number): string {
  return count.toLocaleString('ru');
}

/** '24 клиента', joined by a no-break space. */
export function counted(count: number, forms: Forms): string {
  return `${showNumber(count)}\u00A0${plural(count, forms)}`;
}
