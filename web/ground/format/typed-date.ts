/** The error text of the field for a text that is no date. */
export const NO_SUCH_DATE = 'Такой даты нет';

/** How far from today a date can be, in years. */
const FURTHEST_YEARS = 100;

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');

/**
 * Reads a typed date: '18.11.2026', '18.11.26', '18/11/2026', '18 11', '18112026', '2026-11-18', '18 ноября',
 * '18 нояб. 2026 г.'; a missing year is `today`'s. Returns 'YYYY-MM-DD', or null for text that is no date, and for one
 * more than a hundred years away.
 */
export function readTypedDate(text: string, today: Temporal.PlainDate): string | null {
  const read = partsOf(text.trim().toLowerCase());
  if (!read) return null;
  const year = read.year === undefined ? today.year : Number(read.year) + (read.year.length === 2 ? 2000 : 0);
  if (Math.abs(year - today.year) > FURTHEST_YEARS) return null;
  try {
    const fields = { year, month: Number(read.month), day: Number(read.day) };
    return Temporal.PlainDate.from(fields, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

function partsOf(text: string): { day: string; month: string; year?: string | undefined } | null {
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text);
  if (iso) return { day: iso[3] ?? '', month: iso[2] ?? '', year: iso[1] };
  const digits = /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  const parts = digits
    ? digits.slice(1)
    : text
        .replace(/\s*г(?:ода?)?\.?$/, '')
        .split(/[\s.,/-]+/)
        .filter(Boolean);
  const [day, month, year, ...rest] = parts;
  if (rest.length > 0 || !/^\d{1,2}$/.test(day ?? '') || (year !== undefined && !/^(?:\d{2}|\d{4})$/.test(year))) {
    return null;
  }
  const number = /^\d{1,2}$/.test(month ?? '') ? month : monthNamed(month ?? '');
  return day && number ? { day, month: number, year } : null;
}

/** '11' of 'ноя', 'нояб', 'ноябрь' and 'ноября'; null for any other word. */
function monthNamed(word: string): string | null {
  const wanted = word === 'май' ? 'мая' : word.replace(/ь$/, 'я');
  const at = word.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(wanted));
  return at < 0 ? null : String(at + 1);
}
