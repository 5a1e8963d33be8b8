import { MORE_FIELDS, type MoreField } from '#domain/clients/client.ts';
import { isBlank } from '#domain/text/clean-text.ts';
import { fold } from '#domain/text/fold.ts';

/** What the names of columns say. */
export interface NamedColumns {
  /** Columns of whole names, the best first, where there are any; otherwise the parts in the order of the table. */
  name: number[];
  isWhole: boolean;
  /** A mobile phone before one that is not said to be any kind, before those at home, at work and elsewhere. */
  phone: number[];
  /** Columns whose names say a number, but not that it is a phone's. */
  doubtful: number[];
  email: number[];
  description: number[];
  /** Only what there is a column of. */
  more: Partial<Record<MoreField, number[]>>;
}

/** A whole name before its parts: a table with both has it twice. */
const WHOLE_NAMES = [
  /^(фио|полное имя|имя( и)? фамилия|фамилия( и)? имя.*|(клиент|пациент) (фио|имя)|(фио|имя) (клиента|пациента))( \(?полностью\)?)?$/,
  /^(full name|fullname|display name|fn|(client|customer|patient) (full )?name|name)$/,
  /^(клиент|пациент|заказчик|client|customer|patient)$/,
  /^(контакт|контактное лицо|contact( name)?)$/,
];
const NAME_PART = /^(фамилия|имя|отчество|first name|middle name|last name|surname|given name|family name)$/;
const DESCRIPTION = /^(описание|комментари[ий]|примечани[ея]|заметк[аи]|дополнительно|о клиенте)( .*)?$/;
const DESCRIPTION_EN = /^(description|notes?|comments?|remarks?|about|details)$/;

/** As our own tables name them, and as other programs do. */
const MORE: Record<MoreField, RegExp> = {
  request:
    /^((основной |первичный )?запрос( клиента)?|с чем приш(е|ё)л( клиент)?|причина обращения|жалоб[аы]|проблема|request|reason( for (visit|contact))?|presenting problem|complaint)$/,
  agreement: /^(договор(е|ё)нност[ьи]|условия( работы)?|соглашение|контракт|agreements?|terms|contract)$/,
  birth_date: /^(дата рождения( клиента)?|день рождения|д р|др|родил(ся|ась)|birth ?date|date of birth|dob|birthday)$/,
  emergency:
    /^((контакт|контакты|телефон|номер) (на|для) экстренн(ый случай|ой связи|ых случаев)|экстренный (контакт|телефон)( .+)?|(контакт|телефон) близкого|доверенное лицо|emergency( contact)?( (phone|name|info))?)$/,
  contact:
    /^(другой способ связи|другие контакты|способ связи|мессенджер|телеграм+|telegram|(имя|ник) в (телеграм+е?|мессенджере)|соцсет[ьи]|социальные сети|skype|скайп|messenger|vk|вк)$/,
  tags: /^(метк[аи]|т[еэ]ги?|категори[яи]|групп[аы]|ярлыки|tags?|labels?|categor(y|ies)|groups?)$/,
  price:
    /^((обычная |своя )?(цена|стоимость)( за)?( (сессии|сессию|встречи|встречу|консультации|приема|часа))?( руб)?|тариф|ставка|price|rate|fee|session (price|fee|rate))$/,
  pay_way:
    /^((обычный )?способ оплаты|(форма|вид|тип) оплаты|обычно платит|как платит|payment (method|type|way)|pay way)$/,
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const PHONE = words('телефон телефона телефоны тел phone phones telephone tel');
const NUMBER = words('номер number no');
/** In the order in which people are called. */
const KINDS = [
  words('мобильный мобильного мобил моб сотовый сотового сот переносной mobile cell cellular cellphone iphone'),
  words(''),
  words('дом домашний домашнего home'),
  words('раб рабочий рабочего служебный work business office организации company'),
  words(
    'другой другого доп дополнительный второй запасной other additional secondary alternative машине car whatsapp ватсап вотсап viber вайбер',
  ),
];
const BESIDE = words(
  'клиента клиент пациента пациент контактный контактного контакта основной основного primary main value значение для связи смс sms client customer patient contact в и or или',
);
const EMAIL = words('почта почты mail email имейл емейл мейл');
const BESIDE_EMAIL = words(
  'e эл электронная электронной электронный адрес address клиента клиент пациента value значение личная рабочая личный рабочий домашний home work personal other primary основной основная контактный client customer contact',
);
/** A longer text names nothing. */
const LONGEST_NAME = 100;
const IS_NUMBER = /^\d$/;

/** Letters and digits, folded, in words. */
function plainName(name: string): string {
  return fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Reads the names of columns, in Russian and English, as programs for contacts and for clients write them. */
export function fieldsByName(header: readonly string[]): NamedColumns {
  const names = header.map((name) =>
    isBlank(name) || name.length > LONGEST_NAME ? '' : plainName(name).replace('ф и о', 'фио'),
  );
  const all = (pattern: RegExp): number[] => names.flatMap((name, at) => (pattern.test(name) ? [at] : []));
  const wholes = WHOLE_NAMES.flatMap(all);
  const found = MORE_FIELDS.map((field) => [field, all(MORE[field])] as const).filter(([, { length }]) => length > 0);
  const more: NamedColumns['more'] = Object.fromEntries(found);
  const ranks = names.map(phoneRank);
  const byRank = (rank: number): number[] => ranks.flatMap((of, at) => (of === rank ? [at] : []));
  return {
    name: wholes.length > 0 ? wholes : all(NAME_PART),
    isWhole: wholes.length > 0,
    phone: KINDS.flatMap((_, rank) => byRank(rank)),
    doubtful: byRank(DOUBTFUL),
    email: names.flatMap((name, at) => (isEmailName(name) ? [at] : [])),
    more,
    description: [...new Set([...all(DESCRIPTION), ...all(DESCRIPTION_EN)])].toSorted((a, b) => a - b),
  };
}

const VALUE = /^(.+) (?:value|значение)$/;
const LABEL = /^(.+) (?:label|type|метка|тип|ярлык)$/;
const NO_PHONE = words('fax факс pager пейджер');

/**
 * The columns that say in each row what kind of value another one has, by that one: 'Phone 1 - Label' by
 * 'Phone 1 - Value', as Google's contacts have them.
 */
export function labelColumns(header: readonly string[]): ReadonlyMap<number, number> {
  const names = header.map((name) => (name.length > LONGEST_NAME ? '' : plainName(name)));
  const labels = new Map(names.flatMap((name, at) => pairOf(LABEL.exec(name)?.[1], at)));
  return new Map(
    names.flatMap((name, at) => {
      const label = labels.get(VALUE.exec(name)?.[1] ?? '');
      return pairOf(label, at).map(([of, by]) => [by, of]);
    }),
  );
}

function pairOf<Key>(key: Key | undefined, at: number): [Key, number][] {
  return key === undefined ? [] : [[key, at]];
}

/** How late a phone with this label is called, from 0: in the order of columns of such kinds; a fax last. */
export function labelRank(label: string): number {
  const said = label.length > LONGEST_NAME ? [] : plainName(label).split(' ').filter(Boolean);
  if (said.some((word) => NO_PHONE.has(word))) return KINDS.length;
  const kind = KINDS.findIndex((of) => said.some((word) => of.has(word)));
  if (kind >= 0) return kind;
  // A label that the person typed, such as another person's name.
  return said.every((word) => PHONE.has(word) || BESIDE.has(word) || IS_NUMBER.test(word)) ? 1 : KINDS.length - 1;
}

const DOUBTFUL = KINDS.length;

/** The kind of phone that a name says; DOUBTFUL for a number of whatever, null for anything else. */
function phoneRank(name: string): number | null {
  const said = name.split(' ');
  const kind = KINDS.findIndex((of) => said.some((word) => of.has(word)));
  const isKnown = said.every(
    (word) =>
      PHONE.has(word) ||
      NUMBER.has(word) ||
      BESIDE.has(word) ||
      IS_NUMBER.test(word) ||
      KINDS.some((of) => of.has(word)),
  );
  const isPhone = said.some((word) => PHONE.has(word));
  if (isKnown && (isPhone || kind === 0)) return kind < 0 ? 1 : kind;
  // «Другой» alone may be anything, and so may a number.
  return isPhone && !isKnown && said.length > 3
    ? null
    : isPhone || said.some((word) => NUMBER.has(word))
      ? DOUBTFUL
      : null;
}

function isEmailName(name: string): boolean {
  const said = name.split(' ');
  return (
    said.some((word) => EMAIL.has(word)) &&
    said.every((word) => EMAIL.has(word) || BESIDE_EMAIL.has(word) || IS_NUMBER.test(word))
  );
}
