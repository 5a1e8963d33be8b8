/** Transferred bytes; a `total` of 0 is not known yet. */
export interface Progress {
  done: number;
  total: number;
}

export type OnProgress = (progress: Progress) => void;

const UNITS = ['КБ', 'МБ', 'ГБ'] as const;
const short = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 });

/** '3,4 МБ', never less than '1 КБ'. */
export function showSize(bytes: number): string {
  let size = Math.max(bytes, 1024) / 1024;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${short.format(unit === 0 ? Math.round(size) : size)}\u00A0${UNITS[unit]}`;
}

/** '1,2 МБ из 3,4 МБ' */
export function showProgress({ done, total }: Progress): string {
  return `${showSize(done)} из\u00A0${showSize(total)}`;
}
