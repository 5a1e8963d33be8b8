import { findEncoding } from '#domain/csv-import/encoding.ts';
import { cleanText } from '#domain/text/clean-text.ts';

/** What the cells of a contact are, as the names of the columns of a table. */
export const CARD_COLUMNS = ['Имя', 'Телефон', 'Email', 'Описание'] as const;

export interface Card {
  /** The line on which it begins, from 1. */
  line: number;
  /** In the order of CARD_COLUMNS; several phones and addresses each on a line, the best first. */
  cells: string[];
  /** Whether the file ends, or another contact begins, before its end; or it is larger than any contact. */
  isCut: boolean;
}

/** Others get their turn after so many lines. */
const LINES_AT_ONCE = 1000;
/** No text of a client is as long; pictures are. */
const LONGEST_VALUE = 100_000;
/** And no contact: with more it is refused, so that one contact is one short piece of work. */
const [LARGEST_CARD, MOST_PROPERTIES, LONGEST_HEAD] = [200_000, 500, 1000];

const TAKEN = new Set(['FN', 'N', 'NICKNAME', 'ORG', 'TEL', 'EMAIL', 'NOTE', 'BDAY', 'VERSION']);
/** A mobile phone, one that is not said to be any kind, at home, at work; no phone at all is last. */
const KINDS = [
  ['cell', 'iphone', 'mobile'],
  [],
  ['home'],
  ['work'],
  ['other', 'car', 'msg'],
  ['fax', 'pager', 'modem', 'bbs'],
];
const [ANY_KIND, NO_PHONE] = [1, 5];

/** True for a text that begins as a file of contacts does. */
export function isContacts(text: string): boolean {
  return /^\s*(?:[\w-]+\.)?BEGIN:VCARD\s*[\r\n]/i.test(text.slice(0, 200));
}

interface Property {
  name: string;
  /** Values of parameters, in lower case: 'cell', 'quoted-printable'. */
  said: string[];
  charset: string;
  pieces: string[];
  length: number;
}

interface Open {
  line: number;
  version: string;
  properties: Property[];
  /** The one to which the next line may belong. */
  last: Property | null;
  /** Contacts within a contact: an assistant. */
  depth: number;
}

/**
 * Yields the contacts of a file of vCard 2.1, 3.0 or 4.0, and null now and then between them, for the caller to let
 * others run. Never throws; time and memory are linear in the text.
 */
export function* readCards(text: string): Generator<Card | null> {
  let open: Open | null = null;
  let line = 0;
  let isAgent = false;
  for (const read of linesOf(text)) {
    line += 1;
    if (line % LINES_AT_ONCE === 0) yield null;
    if (open?.last && continues(open.last, read, open.version)) continue;
    const mark = /^(?:[\w-]+\.)?(BEGIN|END):VCARD\s*$/i.exec(read)?.[1]?.toUpperCase();
    if (mark === 'BEGIN') {
      if (open && isAgent) open.depth += 1;
      else {
        if (open) yield cardOf(open, true);
        open = { line, version: '', properties: [], last: null, depth: 0 };
      }
    } else if (mark === 'END') {
      if (open && open.depth > 0) open.depth -= 1;
      else if (open) {
        yield cardOf(open, false);
        open = null;
      }
    } else if (open) {
      const property = propertyOf(read);
      if (property === null) continue;
      isAgent = property.name === 'AGENT';
      if (property.name === 'VERSION') open.version = property.pieces.join('').trim();
      open.last = property;
      const isTaken = open.depth === 0 && TAKEN.has(property.name) && open.properties.length <= MOST_PROPERTIES;
      if (isTaken) open.properties.push(property);
    }
  }
  if (open) yield cardOf(open, true);
}

function* linesOf(text: string): Generator<string> {
  const end = text.includes('\n') ? '\n' : '\r';
  for (let at = 0; at < text.length;) {
    const next = text.indexOf(end, at);
    const stop = next < 0 ? text.length : next;
    yield text.slice(at, text.charAt(stop - 1) === '\r' && stop > at ? stop - 1 : stop);
    at = stop + 1;
  }
}

/** Whether a line goes on with the property before it, which then has it. */
function continues(last: Property, line: string, version: string): boolean {
  const isQuoted = last.said.includes('quoted-printable');
  const isSoft = isQuoted && (last.pieces.at(-1) ?? '').endsWith('=');
  if (isSoft) {
    last.pieces.push((last.pieces.pop() ?? '').slice(0, -1));
    add(last, line);
    return true;
  }
  if (/^[ \t]/.test(line)) {
    add(last, version === '2.1' ? line : line.slice(1));
    return true;
  }
  // A program that does not fold.
  const isText = line.trim() !== '' && !/^[\w.-]+(?:;[^:]*)?:/.test(line.slice(0, LONGEST_HEAD));
  if (isText) add(last, `\n${line}`);
  return isText;
}

function add(property: Property, piece: string): void {
  if (!TAKEN.has(property.name) || property.length > LONGEST_VALUE) return;
  property.pieces.push(piece.slice(0, LONGEST_VALUE));
  property.length += piece.length;
}

function propertyOf(line: string): Property | null {
  const colon = colonOf(line);
  if (colon < 0 || colon > LONGEST_HEAD) return null;
  const [name = '', ...parameters] = line.slice(0, colon).split(';');
  const said: string[] = [];
  let charset = '';
  for (const parameter of parameters) {
    const [first = '', ...rest] = parameter.split('=');
    const values = rest.length > 0 ? rest.join('=') : first;
    if (/^charset$/i.test(first)) charset = values.replaceAll('"', '');
    else said.push(...values.toLowerCase().replaceAll('"', '').split(','));
  }
  const property = { name: name.replace(/^.*\./, '').toUpperCase(), said, charset, pieces: [], length: 0 };
  add(property, line.slice(colon + 1));
  return property;
}

/** Where the value begins: quotes of a parameter may hold a colon. */
function colonOf(line: string): number {
  let isQuoted = false;
  for (let at = 0; at < Math.min(line.length, LONGEST_HEAD); at += 1) {
    const sign = line.charAt(at);
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === ':' && !isQuoted) return at;
  }
  return line.slice(0, LONGEST_HEAD).indexOf(':');
}

function cardOf({ line, properties }: Open, isCut: boolean): Card {
  const size = properties.reduce((sum, { pieces }) => sum + pieces.reduce((all, { length }) => all + length, 0), 0);
  if (size > LARGEST_CARD || properties.length > MOST_PROPERTIES) return { line, cells: ['', '', '', ''], isCut: true };
  const of = (name: string): Property[] => properties.filter((property) => property.name === name);
  const texts = (name: string): string[] =>
    of(name)
      .map((property) => plain(decoded(property)).trim())
      .filter(Boolean);
  const [family = '', given = '', middle = ''] = fields(of('N')[0]);
  const name = [
    ...texts('FN').slice(0, 1),
    [family, given, middle].filter(Boolean).join(' '),
    ...texts('NICKNAME'),
    fields(of('ORG')[0]).filter(Boolean).join(', '),
  ].find((text) => cleanText(text) !== '');
  const phones = of('TEL')
    .map((property) => ({ text: phoneOf(plain(decoded(property))), kind: kindOf(property.said) }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.kind - b.kind);
  const phoneLines = phones.flatMap(({ text, kind }) => (kind < NO_PHONE ? [text] : []));
  const faxes = phones.flatMap(({ text, kind }) => (kind < NO_PHONE ? [] : [`Факс: ${text}`]));
  const birthdays = texts('BDAY').map((day) => `День рождения: ${showBirthday(day)}`);
  return {
    line,
    cells: [
      name ?? '',
      phoneLines.join('\n'),
      texts('EMAIL').join('\n'),
      [...texts('NOTE'), ...birthdays, ...faxes].join('\n'),
    ],
    isCut,
  };
}

/** The parts of a value that semicolons divide. */
function fields(property: Property | undefined): string[] {
  if (!property) return [];
  return decoded(property)
    .split(/(?<!\\);/)
    .map((part) => plain(part).trim());
}

function kindOf(said: readonly string[]): number {
  if (KINDS[NO_PHONE]?.some((word) => said.includes(word))) return NO_PHONE;
  const kind = KINDS.findIndex((words) => words.some((word) => said.includes(word)));
  return kind < 0 ? ANY_KIND : kind;
}

function phoneOf(text: string): string {
  const parts = text.replace(/^tel:/i, '').split(';');
  const extension = parts.map((part) => /^ext=(\d+)$/i.exec(part.trim())?.[1]).find(Boolean);
  const number = parts.filter((part) => !/^[\w-]+=/.test(part)).join(';');
  return `${number.replaceAll(/\s+/g, ' ').trim()}${extension ? ` доб. ${extension}` : ''}`;
}

/** '12.05.1987' of '19870512', '1987-05-12T00:00:00Z'; '12.05' of '--0512'; anything else as it is. */
function showBirthday(text: string): string {
  const [, year = '', month, day] = /^(?:(\d{4})-?|--)(\d\d)-?(\d\d)(?:T.*)?$/.exec(text) ?? [];
  if (month === undefined || day === undefined) return text;
  return [day, month, ...(year === '' || year === '1604' ? [] : [year])].join('.');
}

function decoded({ said, charset, pieces }: Property): string {
  const text = pieces.join('');
  if (said.includes('quoted-printable')) return decode(quotedBytes(text), charset);
  if (!said.includes('b') && !said.includes('base64')) return text;
  try {
    return decode(
      Uint8Array.from(atob(text.replaceAll(/\s/g, '')), (sign) => sign.charCodeAt(0)),
      charset,
    );
  } catch {
    return text;
  }
}

function quotedBytes(text: string): Uint8Array {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [piece, code] of text.matchAll(/=([\dA-F]{2})|[^=]+|=/gi)) {
    if (code === undefined) for (const byte of encoder.encode(piece)) bytes.push(byte);
    else bytes.push(Number.parseInt(code, 16));
  }
  return Uint8Array.from(bytes);
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset || findEncoding(bytes)).decode(bytes);
  } catch {
    return new TextDecoder(findEncoding(bytes)).decode(bytes);
  }
}

/** Without the backslashes that a value has before commas, semicolons and new lines. */
function plain(text: string): string {
  return text.replaceAll(/\\([\\,;:nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}
