/** Russian adjectives for zones where Russian is spoken: 'по московскому времени'. */
const DATIVE: Record<string, string> = {
  'Asia/Almaty': 'алматинскому',
  'Asia/Anadyr': 'анадырскому',
  'Asia/Baku': 'бакинскому',
  'Asia/Barnaul': 'барнаульскому',
  'Asia/Bishkek': 'бишкекскому',
  'Asia/Chita': 'читинскому',
  'Asia/Dubai': 'дубайскому',
  'Asia/Irkutsk': 'иркутскому',
  'Asia/Kamchatka': 'камчатскому',
  'Asia/Krasnoyarsk': 'красноярскому',
  'Asia/Magadan': 'магаданскому',
  'Asia/Novosibirsk': 'новосибирскому',
  'Asia/Omsk': 'омскому',
  'Asia/Sakhalin': 'сахалинскому',
  'Asia/Tashkent': 'ташкентскому',
  'Asia/Tbilisi': 'тбилисскому',
  'Asia/Tomsk': 'томскому',
  'Asia/Vladivostok': 'владивостокскому',
  'Asia/Yakutsk': 'якутскому',
  'Asia/Yekaterinburg': 'екатеринбургскому',
  'Asia/Yerevan': 'ереванскому',
  'Europe/Astrakhan': 'астраханскому',
  'Europe/Belgrade': 'белградскому',
  'Europe/Berlin': 'берлинскому',
  'Europe/Istanbul': 'стамбульскому',
  'Europe/Kaliningrad': 'калининградскому',
  'Europe/Kirov': 'московскому',
  'Europe/London': 'лондонскому',
  'Europe/Minsk': 'минскому',
  'Europe/Moscow': 'московскому',
  'Europe/Paris': 'парижскому',
  'Europe/Riga': 'рижскому',
  'Europe/Samara': 'самарскому',
  'Europe/Saratov': 'саратовскому',
  'Europe/Simferopol': 'московскому',
  'Europe/Ulyanovsk': 'ульяновскому',
  'Europe/Volgograd': 'волгоградскому',
};

/** 'московскому', if Russian has an adjective for the zone. */
export function zoneAdjective(timeZone: string): string | null {
  return DATIVE[timeZone] ?? null;
}

/** 'Германия', 'Алматы', 'GMT+5:45': the browser's own name of the zone. */
export function zonePlace(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('ru', { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(0);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}
