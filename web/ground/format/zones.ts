/** Zones by the city that people in them name; browsers contain few Russian zone names or none. */
const CITY: Record<string, string> = {
  'Asia/Almaty': 'Алматы',
  'Asia/Anadyr': 'Анадырь',
  'Asia/Baku': 'Баку',
  'Asia/Barnaul': 'Барнаул',
  'Asia/Bishkek': 'Бишкек',
  'Asia/Chita': 'Чита',
  'Asia/Dubai': 'Дубай',
  'Asia/Dushanbe': 'Душанбе',
  'Asia/Irkutsk': 'Иркутск',
  'Asia/Jerusalem': 'Иерусалим',
  'Asia/Kamchatka': 'Петропавловск-Камчатский',
  'Asia/Krasnoyarsk': 'Красноярск',
  'Asia/Magadan': 'Магадан',
  'Asia/Novokuznetsk': 'Новокузнецк',
  'Asia/Novosibirsk': 'Новосибирск',
  'Asia/Omsk': 'Омск',
  'Asia/Sakhalin': 'Южно-Сахалинск',
  'Asia/Tashkent': 'Ташкент',
  'Asia/Tbilisi': 'Тбилиси',
  'Asia/Tomsk': 'Томск',
  'Asia/Vladivostok': 'Владивосток',
  'Asia/Yakutsk': 'Якутск',
  'Asia/Yekaterinburg': 'Екатеринбург',
  'Asia/Yerevan': 'Ереван',
  'Europe/Astrakhan': 'Астрахань',
  'Europe/Belgrade': 'Белград',
  'Europe/Berlin': 'Берлин',
  'Europe/Chisinau': 'Кишинёв',
  'Europe/Istanbul': 'Стамбул',
  'Europe/Kaliningrad': 'Калининград',
  'Europe/Kirov': 'Киров',
  'Europe/Kyiv': 'Киев',
  'Europe/Kiev': 'Киев',
  'Europe/London': 'Лондон',
  'Europe/Minsk': 'Минск',
  'Europe/Moscow': 'Москва',
  'Europe/Paris': 'Париж',
  'Europe/Prague': 'Прага',
  'Europe/Riga': 'Рига',
  'Europe/Samara': 'Самара',
  'Europe/Saratov': 'Саратов',
  'Europe/Simferopol': 'Симферополь',
  'Europe/Ulyanovsk': 'Ульяновск',
  'Europe/Vilnius': 'Вильнюс',
  'Europe/Volgograd': 'Волгоград',
  'America/New_York': 'Нью-Йорк',
};

/** 'Москва, UTC+3': the zone's common name and its offset from UTC at `now`. */
export function showZone(timeZone: string, now: Temporal.Instant): string {
  const place = CITY[timeZone] ?? timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  const offset = showOffset(now.toZonedDateTimeISO(timeZone).offsetNanoseconds);
  return place === 'UTC' ? offset : `${place}, ${offset}`;
}

/** 'Москва, UTC+3 (Europe/Moscow)': the same with the zone's own name. */
export function showZoneInFull(timeZone: string, now: Temporal.Instant): string {
  return `${showZone(timeZone, now)} (${timeZone.replaceAll('_', ' ')})`;
}

/** 'UTC+3', 'UTC−2:30', 'UTC' */
function showOffset(nanoseconds: number): string {
  const minutes = Math.round(Math.abs(nanoseconds) / 60e9);
  if (minutes === 0) return 'UTC';
  const rest = minutes % 60;
  const hours = `${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return `UTC${nanoseconds < 0 ? '−' : '+'}${hours}`;
}
