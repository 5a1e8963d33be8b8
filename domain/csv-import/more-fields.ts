import { birthDateRule } from '#domain/clients/birth-date.ts';
import { CLIENT_LIMITS, type MoreField } from '#domain/clients/client.ts';
import { CLIENT_RULES } from '#domain/clients/client-rules.ts';
import { TAGS_RULE } from '#domain/clients/tags.ts';
import { isNothing, plainCell } from '#domain/csv-import/cells.ts';
import { BROKEN } from '#domain/csv-import/encoding.ts';
import type { RowRemark } from '#domain/csv-import/report.ts';
import { readAmount } from '#domain/money/amount.ts';
import { PAY_WAY_LABEL, PAY_WAYS, type PayWay } from '#domain/money/money.ts';
import { PRICE_CHECKS } from '#domain/money/money-rules.ts';
import { firstMistake, mistakeIn } from '#domain/rule.ts';
import { isBlank } from '#domain/text/clean-text.ts';
import { storable } from '#domain/text/storable.ts';

/** What else a table can say of a client; only what a column was chosen for. */
export type MoreOfClient = {
  request?: string;
  agreement?: string;
  birth_date?: string;
  emergency?: string;
  contact?: string;
  tags?: string[];
  price?: number | null;
  pay_way?: PayWay | '';
};

interface Read<Value> {
  value: Value;
  remark: RowRemark | null;
  /** What could not be taken, for the description. */
  left: string;
}

/** Of a character that a cut has parted. */
const HALF = /[\uD800-\uDBFF]$/;
const LINE_END = /\r\n?/g;

const LONGEST = {
  request: CLIENT_LIMITS.requestMax,
  agreement: CLIENT_LIMITS.agreementMax,
  emergency: CLIENT_LIMITS.emergencyMax,
  contact: CLIENT_LIMITS.contactMax,
} as const;

type TextField = keyof typeof LONGEST;

function readText(field: TextField, cells: readonly string[]): Read<string> {
  const own = cells.map(plainCell).filter((text) => !isBlank(text));
  const written = storable(own.join('\n').replaceAll(LINE_END, '\n').trim());
  const kept = written.slice(0, LONGEST[field]).replace(written.length > LONGEST[field] ? HALF : /$^/, '');
  const value = CLIENT_RULES[field].clean(kept);
  const remark =
    kept !== written ? (`${field}_cut` as const) : value.includes(BROKEN) ? (`${field}_broken` as const) : null;
  return { value, remark, left: '' };
}

const DAY_FIRST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[T ].*)?$/;
const YEAR_FIRST = /^(\d{4})([./-]?)(\d\d)\2(\d\d)(?:[T ].*)?$/;

/** Returns '1987-05-12' of '12.05.1987' and of '1987-05-12 00:00'; '' of what may be another day: 5/12/1987. */
function dayOf(text: string): string {
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(text) ?? [];
  if (year !== '') return `${year}-${month}-${day}`;
  const [, first = '', sign, second = '', last = ''] = DAY_FIRST.exec(text) ?? [];
  const isDoubtful = sign === '/' && Number(first) <= 12 && Number(first) !== Number(second);
  return last === '' || isDoubtful ? '' : `${last}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`;
}

/** Reads the first of the cells that says anything; `read` returns null for what it does not understand. */
function readOne<Value>(
  field: MoreField & ('birth_date' | 'price' | 'pay_way'),
  cells: readonly string[],
  none: Value,
  read: (text: string) => Value | null,
): Read<Value> {
  const text = cells.map((cell) => plainCell(cell).trim()).find((cell) => !isNothing(cell));
  if (text === undefined) return { value: none, remark: null, left: '' };
  const value = read(text);
  return value === null
    ? { value: none, remark: `${field}_unreadable`, left: text }
    : { value, remark: null, left: '' };
}

function readPrice(text: string): number | null {
  const kopecks = readAmount(text);
  return kopecks === null || firstMistake(PRICE_CHECKS, kopecks) ? null : kopecks;
}

const WAY_WORDS: Record<PayWay, RegExp> = {
  cash: /^(нал|наличка|наличными|cash)$/,
  transfer: /^(переводом|банковский перевод|безнал|безналичный( расчёт| расчет)?|на карту|сбп|transfer|bank transfer)$/,
  card: /^(картой|по карте|банковская карта|card|credit card)$/,
  other: /^(другой|прочее|иное|other)$/,
};

function readWay(text: string): PayWay | null {
  const said = text.toLowerCase();
  return PAY_WAYS.find((way) => said === PAY_WAY_LABEL[way] || WAY_WORDS[way].test(said)) ?? null;
}

/** Our own tables part tags by a semicolon and a space, others by a comma. */
function partsOf(cell: string): string[] {
  const sign = [/; |:::|[\r\n]/, /;/].find((one) => one.test(cell)) ?? /,/;
  return cell.split(sign);
}

function readTags(cells: readonly string[]): Read<string[]> {
  const said = cells.map(plainCell).filter((cell) => !isNothing(cell));
  const tags = TAGS_RULE.clean(said.flatMap(partsOf).map((tag) => storable(tag)));
  const value: string[] = [];
  const left: string[] = [];
  for (const tag of tags) (mistakeIn(TAGS_RULE, [...value, tag]) === null ? value : left).push(tag);
  return { value, remark: left.length > 0 ? 'tags_unreadable' : null, left: left.join(', ') };
}

/** How what could not be taken is named in the description. */
const LEFT_NAME = {
  birth_date: 'Дата рождения',
  tags: 'Метки',
  price: 'Цена',
  pay_way: 'Способ оплаты',
} as const;

/**
 * Reads what else a row says, by the rules of a client that is typed in. Nothing of it costs the client: what is not
 * understood is remarked, and ends the description. `today` is the practitioner's, '' where it is not known.
 */
export function readMore(
  cellsOf: (field: MoreField) => string[] | null,
  today: string,
): { more: MoreOfClient; remarks: RowRemark[]; rest: string[] } {
  const more: MoreOfClient = {};
  const remarks: RowRemark[] = [];
  const rest: string[] = [];
  const take = <Field extends MoreField>(
    field: Field,
    read: (cells: string[]) => Read<NonNullable<MoreOfClient[Field]> | (Field extends 'price' ? null : never)>,
  ) => {
    const cells = cellsOf(field);
    if (!cells) return;
    const { value, remark, left } = read(cells);
    Object.assign(more, { [field]: value });
    if (remark) remarks.push(remark);
    if (left !== '') rest.push(`${LEFT_NAME[field as keyof typeof LEFT_NAME]}: ${left}`);
  };
  const born = birthDateRule(today === '' ? null : today);
  for (const field of ['request', 'agreement', 'emergency', 'contact'] as const)
    take(field, (cells) => readText(field, cells));
  take('birth_date', (cells) =>
    readOne('birth_date', cells, '', (text) => {
      const day = dayOf(text);
      return day !== '' && mistakeIn(born, day) === null ? day : null;
    }),
  );
  take('tags', readTags);
  take('price', (cells) => readOne<number | null>('price', cells, null, readPrice));
  take('pay_way', (cells) => readOne<PayWay | ''>('pay_way', cells, '', readWay));
  return { more, remarks, rest };
}
