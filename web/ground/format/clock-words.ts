const UNITS = [
  ['year', 365 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** 'Проверьте часы устройства: они спешат на 8 дней'; `ahead` in milliseconds is negative if they are behind. */
export function clockWords(ahead: number): string {
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  const [unit, length] = UNITS.find(([, least]) => minutes >= least) ?? UNITS[3];
  const amount = new Intl.NumberFormat('ru', { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 });
  const much = amount
    .format(Math.round(minutes / length))
    .replace('минута', 'минуту')
    .replace(' ', '\u00A0');
  return `Проверьте часы устройства: они ${ahead > 0 ? 'спешат' : 'отстают'} на\u00A0${much}`;
}
