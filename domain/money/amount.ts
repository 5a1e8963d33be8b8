const TYPED =
  /^([-\u2212\u2013])?(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d{1,2}))?(?: ?(?:₽|р|р\.|руб|руб\.|рубля|рублей|рубль))?$/iu;
const NO_BREAK = '\u00A0';

/** Returns the kopecks of an amount as people type it («3500», «3 500 ₽», «3500,50»); null for anything else. */
export function readAmount(text: string): number | null {
  const match = TYPED.exec(text.trim().replaceAll(/[\s\u202F\u2009]+/g, ' '));
  if (!match) return null;
  const [, minus, whole = '', part = ''] = match;
  const kopecks = Number(whole.replaceAll(' ', '')) * 100 + Number(part.padEnd(2, '0'));
  if (!Number.isSafeInteger(kopecks)) return null;
  return minus === undefined || kopecks === 0 ? kopecks : -kopecks;
}

/** Returns kopecks as people read them: «3 500 ₽», «3 500,50 ₽», «−200 ₽», with no-break spaces. */
export function printAmount(kopecks: number): string {
  const { sign, whole, part } = parts(kopecks);
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, NO_BREAK);
  return `${sign && '\u2212'}${grouped}${part === '00' ? '' : `,${part}`}${NO_BREAK}₽`;
}

/** Returns kopecks in a form that spreadsheets add up: '3500,00', '-200,00'. */
export function cellAmount(kopecks: number): string {
  const { sign, whole, part } = parts(kopecks);
  return `${sign}${whole},${part}`;
}

function parts(kopecks: number): { sign: string; whole: string; part: string } {
  const digits = String(Math.abs(kopecks)).padStart(3, '0');
  return { sign: kopecks < 0 ? '-' : '', whole: digits.slice(0, -2), part: digits.slice(-2) };
}
