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
}

/** A whole name before its parts: a table with both has it twice. */
const WHOLE_NAMES = [
  /^(фио|полное имя|имя( и)? фамилия|фамилия( и)? имя.*|(клиент|пациент) (фио|имя)|(фио|имя) (клиента|пациента))( \(?полностью\)?)?$/,
  /^(full name|fullname|display name|fn|(client|customer|patient) (full )?name|name)$/,
  /^(клиент|пациент|заказчик|client|customer|patient)$/,
  /^(контакт|контактное лицо|contact( name)?)$/,
];
const NAME_PART = /^(фамилия|имя|отчество|first name|middle name|last name|surname|given name|family name)$/;
const DESCRIPTION = /^(описание|комментари[ий]|примечани[ея]|заметк[аи]|запрос|дополнительно|о клиенте)( .*)?$/;
const DESCRIPTION_EN = /^(description|notes?|comments?|remarks?|about|details)$/;

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

/** Reads the names of columns, in Russian and English, as programs for contacts and for clients write them. */
export function fieldsByName(header: readonly string[]): NamedColumns {
  const names = header.map((name) =>
    isBlank(name) || name.length > LONGEST_NAME
      ? ''
      : fold(name)
          .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
          .trim()
          .replace('ф и о', 'фио'),
  );
  const all = (pattern: RegExp): number[] => names.flatMap((name, at) => (pattern.test(name) ? [at] : []));
  const wholes = WHOLE_NAMES.flatMap(all);
  const ranks = names.map(phoneRank);
  const byRank = (rank: number): number[] => ranks.flatMap((of, at) => (of === rank ? [at] : []));
  return {
    name: wholes.length > 0 ? wholes : all(NAME_PART),
    isWhole: wholes.length > 0,
    phone: KINDS.flatMap((_, rank) => byRank(rank)),
    doubtful: byRank(DOUBTFUL),
    email: names.flatMap((name, at) => (isEmailName(name) ? [at] : [])),
    description: [...new Set([...all(DESCRIPTION), ...all(DESCRIPTION_EN)])].toSorted((a, b) => a - b),
  };
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
