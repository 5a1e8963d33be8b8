import { emailKey } from '#domain/accounts/email.ts';
import { CLIENT_LIMITS } from '#domain/clients/client.ts';
import { CLIENT_RULES } from '#domain/clients/client-rules.ts';
import { emailsOf, isPhone, isRounded, numberOf, partOfName, phonesOf, plainCell } from '#domain/csv-import/cells.ts';
import { labelRank } from '#domain/csv-import/column-names.ts';
import type { CsvColumns } from '#domain/csv-import/columns.ts';
import { type MoreOfClient, readMore } from '#domain/csv-import/more-fields.ts';
import { BROKEN } from '#domain/csv-import/encoding.ts';
import type { CsvField, RowRemark, RowWhy } from '#domain/csv-import/report.ts';
import { firstMistake } from '#domain/rule.ts';
import { isBlank } from '#domain/text/clean-text.ts';
import { isStorable, storable } from '#domain/text/storable.ts';

/** What a table says of a client. */
export type RowClient = Record<CsvField, string> & MoreOfClient;

export type ReadClient = { client: RowClient; remarks: RowRemark[] } | { why: RowWhy };

const NO_LABELS: ReadonlyMap<number, number> = new Map();

/** Of a character that a cut has parted. */
const HALF = /[\uD800-\uDBFF]$/;
const LINE_END = /\r\n?/g;

/**
 * Returns the client that a row is, by the rules of a client that is typed in, or why it is none. The first phone and
 * the first address are the client's; others, and an address that cannot be read, end the description. What is optional
 * never costs the client: `remarks` lists what of it was not taken as it stands. `labels` are those of `labelColumns`: by
 * them a row marks its second phone as the mobile one. A birth date after `today` ('YYYY-MM-DD') is a remark.
 */
export function clientOfRow(
  cells: readonly string[],
  columns: CsvColumns,
  labels: ReadonlyMap<number, number> = NO_LABELS,
  today = '',
): ReadClient {
  const cellsOf = (field: CsvField): string[] => columns[field].map((at) => cells[at] ?? '');
  const name = cellsOf('name').map(partOfName).filter(Boolean).join(' ');
  const rankOf = (at: number): number => labelRank(cells[labels.get(at) ?? -1] ?? '');
  const phones = columns.phone.toSorted((a, b) => rankOf(a) - rankOf(b)).flatMap((at) => phonesOf(cells[at] ?? ''));
  const phone = phones.find(isPhone) ?? phones[0] ?? '';
  const needed = `${name}${phone}`;
  if (!isStorable(needed)) return { why: 'characters' };
  if (needed.includes(BROKEN)) return { why: 'broken' };
  if (name === '') return { why: 'name_missing' };
  if (phone === '') return { why: 'phone_missing' };
  if (isRounded(phone)) return { why: 'phone_rounded' };
  const client = { name, phone, email: '', description: '' };
  for (const field of ['name', 'phone'] as const) {
    const { clean, checks } = CLIENT_RULES[field];
    client[field] = clean(client[field]);
    const mistake = firstMistake(checks, client[field]);
    if (mistake?.code === 'too_big') return { why: `${field}_long` };
    if (mistake) return { why: mistake.code === 'too_small' ? `${field}_short` : `${field}_unreadable` };
  }
  // A text in its place is a row whose cells are shifted.
  if (!isPhone(client.phone)) return { why: 'phone_unreadable' };
  const { email, remarks, rest } = emailOf(cellsOf('email'));
  const { more, ...besides } = readMore((field) => columns[field]?.map((at) => cells[at] ?? '') ?? null, today);
  const others = [...phonesBeside(phones, phone), ...rest, ...besides.rest];
  const described = describe(cellsOf('description'), others);
  return {
    client: { ...client, email, description: described.text, ...more },
    remarks: [...remarks, ...described.remarks, ...besides.remarks],
  };
}

/** Among more nobody looks for the same one. */
const MANY_PHONES = 20;

/** The other phones, each once. */
function phonesBeside(phones: readonly string[], first: string): string[] {
  const seen = new Set([numberOf(first)]);
  return phones.flatMap((phone, at) => {
    if (phone === first) return [];
    if (!isPhone(phone)) return [`К телефону: ${phone}`];
    if (at >= MANY_PHONES) return [`Ещё телефон: ${phone}`];
    const digits = numberOf(phone);
    if (seen.has(digits)) return [];
    seen.add(digits);
    return [`Ещё телефон: ${phone}`];
  });
}

function emailOf(cells: readonly string[]): { email: string; remarks: RowRemark[]; rest: string[] } {
  const found = cells.map(emailsOf);
  const unreadable = found.flatMap(({ others }) => others);
  const addresses = new Map<string, string>();
  for (const address of found.flatMap(({ emails }) => emails))
    if (!addresses.has(emailKey(address))) addresses.set(emailKey(address), address);
  const [first = '', ...more] = addresses.values();
  const email = CLIENT_RULES.email.clean(first);
  return {
    email,
    remarks: unreadable.length > 0 ? ['email_unreadable'] : [],
    rest: [...more.map((other) => `Ещё email: ${other}`), ...unreadable.map((text) => `Email: ${text}`)],
  };
}

function describe(cells: readonly string[], others: readonly string[]): { text: string; remarks: RowRemark[] } {
  const own = cells.map(plainCell).filter((text) => !isBlank(text));
  const written = storable(own.join('\n').replaceAll(LINE_END, '\n').trim());
  const beside = storable(others.join('\n')).slice(0, CLIENT_LIMITS.descriptionMax).replace(HALF, '');
  const room = CLIENT_LIMITS.descriptionMax - (beside === '' ? 0 : beside.length + 1);
  const kept = written.length > room ? written.slice(0, Math.max(0, room)).replace(HALF, '') : written;
  const text = CLIENT_RULES.description.clean([kept, beside].filter(Boolean).join('\n'));
  return {
    text,
    remarks: [
      ...(kept === written ? [] : (['description_cut'] as const)),
      ...(text.includes(BROKEN) ? (['description_broken'] as const) : []),
    ],
  };
}
