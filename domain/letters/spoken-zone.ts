/** The cities of zones, in the form that follows «по». */
const BY_CITY: Record<string, string> = {
  'Asia/Almaty': 'Алматы',
  'Asia/Anadyr': 'Анадырю',
  'Asia/Baku': 'Баку',
  'Asia/Barnaul': 'Барнаулу',
  'Asia/Bishkek': 'Бишкеку',
  'Asia/Chita': 'Чите',
  'Asia/Dubai': 'Дубаю',
  'Asia/Dushanbe': 'Душанбе',
  'Asia/Irkutsk': 'Иркутску',
  'Asia/Jerusalem': 'Иерусалиму',
  'Asia/Krasnoyarsk': 'Красноярску',
  'Asia/Magadan': 'Магадану',
  'Asia/Novokuznetsk': 'Новокузнецку',
  'Asia/Novosibirsk': 'Новосибирску',
  'Asia/Omsk': 'Омску',
  'Asia/Tashkent': 'Ташкенту',
  'Asia/Tbilisi': 'Тбилиси',
  'Asia/Tomsk': 'Томску',
  'Asia/Vladivostok': 'Владивостоку',
  'Asia/Yakutsk': 'Якутску',
  'Asia/Yekaterinburg': 'Екатеринбургу',
  'Asia/Yerevan': 'Еревану',
  'Europe/Astrakhan': 'Астрахани',
  'Europe/Belgrade': 'Белграду',
  'Europe/Berlin': 'Берлину',
  'Europe/Chisinau': 'Кишинёву',
  'Europe/Istanbul': 'Стамбулу',
  'Europe/Kaliningrad': 'Калининграду',
  'Europe/Kirov': 'Кирову',
  'Europe/Kyiv': 'Киеву',
  'Europe/Kiev': 'Киеву',
  'Europe/London': 'Лондону',
  'Europe/Minsk': 'Минску',
  'Europe/Moscow': 'Москве',
  'Europe/Paris': 'Парижу',
  'Europe/Prague': 'Праге',
  'Europe/Riga': 'Риге',
  'Europe/Samara': 'Самаре',
  'Europe/Saratov': 'Саратову',
  'Europe/Ulyanovsk': 'Ульяновску',
  'Europe/Vilnius': 'Вильнюсу',
  'Europe/Volgograd': 'Волгограду',
};

/** Returns 'по Москве', or 'UTC+4:30' for a zone whose city is not listed. */
export function spokenZone(at: Temporal.Instant, timeZone: string): string {
  const city = BY_CITY[timeZone];
  if (city !== undefined) return `по ${city}`;
  const minutes = Math.round(at.toZonedDateTimeISO(timeZone).offsetNanoseconds / 60e9);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
