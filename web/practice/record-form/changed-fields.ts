import { firstMistake, type Rule } from '#domain/rule.ts';
import { storable } from '#domain/text/storable.ts';

/** The changed fields of a form, and the stored values from before the change. */
export interface ChangedFields<Form> {
  typed: Partial<Form>;
  base: Partial<Form>;
}

/** How the fields of a form relate. */
export interface FormShape<Form> {
  isFields: (value: unknown) => value is Partial<Form>;
  /** Fields of one stored value, such as a date and a time. */
  together?: readonly (keyof Form)[];
}

/** A type guard for some fields of a form like `example`, by the types of its values. */
export function isLike<Form extends object>(example: Form): (value: unknown) => value is Partial<Form> {
  return (value): value is Partial<Form> =>
    typeof value === 'object' &&
    value !== null &&
    keysOf(example).every((field) => !(field in value) || hasTypes(Reflect.get(value, field), example[field]));
}

/** Every field of an object in `example` must exist; the rows of a list are like its first one. */
function hasTypes(value: unknown, example: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(value) && value.every((row) => hasTypes(row, example[0] ?? row));
  // A number that is being typed is a text.
  if (typeof example === 'number') return typeof value === 'number' || typeof value === 'string';
  if (typeof value !== typeof example) return false;
  if (typeof example !== 'object' || example === null) return true;
  return (
    value !== null && Object.entries(example).every(([key, part]) => hasTypes(Reflect.get(Object(value), key), part))
  );
}

export function isChangedFields<Form>(
  isFields: (value: unknown) => value is Partial<Form>,
): (value: unknown) => value is ChangedFields<Form> {
  return (value): value is ChangedFields<Form> =>
    typeof value === 'object' &&
    value !== null &&
    isFields(Reflect.get(value, 'typed')) &&
    isFields(Reflect.get(value, 'base'));
}

/** Adds the typed `part`. A field changed back to its stored value no longer counts as changed. */
export function withTyped<Form extends object>(
  changed: ChangedFields<Form>,
  part: Partial<Form>,
  stored: Form,
  together: readonly (keyof Form)[] = [],
): ChangedFields<Form> {
  const typed = { ...changed.typed, ...part };
  const base = { ...changed.base };
  const touched = keysOf(part);
  const fields = touched.some((field) => together.includes(field)) ? [...touched, ...together] : touched;
  for (const field of fields) {
    if (!(field in typed)) typed[field] = stored[field];
    if (!(field in base)) base[field] = stored[field];
  }
  return stillChanged({ typed, base }, stored, together);
}

/** Drops the fields whose stored values now equal the typed ones. */
export function stillChanged<Form extends object>(
  { typed, base }: ChangedFields<Form>,
  stored: Form,
  together: readonly (keyof Form)[] = [],
): ChangedFields<Form> {
  const differs = (field: keyof Form) => field in typed && !same(typed[field], stored[field]);
  return only({ typed, base }, (field) => (together.includes(field) ? together.some(differs) : differs(field)));
}

/** Drops the fields for which `kept` is false. */
export function only<Form extends object>(
  { typed, base }: ChangedFields<Form>,
  kept: (field: keyof Form) => boolean,
): ChangedFields<Form> {
  const left: ChangedFields<Form> = { typed: { ...typed }, base: { ...base } };
  for (const field of keysOf(typed)) {
    if (kept(field)) continue;
    delete left.typed[field];
    delete left.base[field];
  }
  return left;
}

/** The fields changed here and, differently, elsewhere since. */
export function changedElsewhere<Form extends object>(
  changed: ChangedFields<Form>,
  stored: Form,
  together: readonly (keyof Form)[] = [],
): (keyof Form)[] {
  const { typed, base } = stillChanged(changed, stored, together);
  const moved = (field: keyof Form) => !same(base[field], stored[field]);
  return keysOf(typed).filter((field) => (together.includes(field) ? together.some(moved) : moved(field)));
}

/** Marks the fields as typed over the currently stored values, which resolves their conflict. */
export function overStored<Form extends object>(
  { typed, base }: ChangedFields<Form>,
  fields: readonly (keyof Form)[],
  stored: Form,
): ChangedFields<Form> {
  const renewed = { ...base };
  for (const field of fields) renewed[field] = stored[field];
  return { typed, base: renewed };
}

/** Appends the typed text to the stored one; if it continues the base text, only the added part. */
export function joined<Form extends object>(
  changed: ChangedFields<Form>,
  field: keyof Form,
  stored: Form,
): ChangedFields<Form> {
  const mine: unknown = changed.typed[field];
  const theirs: unknown = stored[field];
  if (typeof mine !== 'string' || typeof theirs !== 'string') return changed;
  const before = textOf(changed.base[field]);
  const added = mine.startsWith(before) ? mine.slice(before.length).trimStart() : mine;
  const both = Object.fromEntries([[field, `${theirs}\n\n${added}`]]);
  const { typed, base } = overStored(changed, [field], stored);
  return { typed: { ...typed, ...both }, base };
}

/** The values that a save sent, and the values stored afterwards. */
export interface Saved<Form> {
  values: Form;
  stored: Form;
}

/** The changes left after a save: typed since, or not sent. */
export function leftAfter<Form extends object>(
  { typed }: ChangedFields<Form>,
  { values, stored }: Saved<Form>,
  together: readonly (keyof Form)[] = [],
): ChangedFields<Form> {
  const left = only({ typed, base: {} }, (field) => !same(typed[field], values[field]));
  return withTyped({ typed: {}, base: {} }, left.typed, stored, together);
}

/** How many typed characters would be lost with the changes; for an edited text, only the new part counts. */
export function lettersTyped<Form extends object>({ typed, base }: ChangedFields<Form>): number {
  return keysOf(typed).reduce((sum, field) => sum + lettersNew(textOf(typed[field]), textOf(base[field])), 0);
}

function lettersNew(text: string, before: string): number {
  const shorter = Math.min(text.length, before.length);
  let start = 0;
  while (start < shorter && text[start] === before[start]) start += 1;
  let end = 0;
  while (end < shorter - start && text.at(-1 - end) === before.at(-1 - end)) end += 1;
  return text.length - start - end;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The fields of `next`, reusing the objects of `before` that are equal. */
export function keepEqual<Form extends object>(before: Form, next: Form): Form {
  const kept = { ...next };
  for (const field of keysOf(next)) if (same(before[field], next[field])) kept[field] = before[field];
  return kept;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

export function keysOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  const keys: (keyof Fields)[] = [];
  for (const key in fields) keys.push(key);
  return keys;
}

/** The values of a form as they are loaded: a field that cannot be decrypted is undefined. */
export type Loaded<Form> = { [Field in keyof Form]: Form[Field] | undefined };

interface WithAbsent<Form> {
  /** The loaded values; absent ones are replaced by those of `start`. */
  values: Form;
  /** The fields that could not be decrypted: their stored values are unknown and must not change. */
  absent: readonly (keyof Form)[];
}

/** Separates the loaded fields from the absent ones. */
export function withAbsent<Form extends object>(start: Form, loaded: Loaded<Form>): WithAbsent<Form> {
  const values = { ...start };
  const absent: (keyof Form)[] = [];
  for (const field of keysOf(start)) {
    const value = loaded[field];
    if (value === undefined) absent.push(field);
    else values[field] = value;
  }
  return { values, absent };
}

interface Completed<Fields> {
  fields: Fields;
  /** The completed fields that differ from the stored ones. */
  changes: Partial<Fields>;
  /** An error text per invalid field. */
  errors: Partial<Record<keyof Fields, string>>;
}

/** How the typed values of a form become stored ones. A field without a rule is stored as typed. */
export interface Completion<Fields> extends Pick<FormShape<Fields>, 'together'> {
  rules: { readonly [Field in keyof Fields]?: Rule<Fields[Field]> };
  /** Errors that depend on several fields; a field's own error takes precedence. */
  between?: (values: Fields) => { [Field in keyof Fields]?: string | null };
}

/** Otherwise the server would refuse a long text because of one invisible pasted character. */
function storableValue<Value>(value: Value): Value {
  return typeof value === 'string' ? (storable(value) as Value & string) : value;
}

/**
 * Validates the typed values and completes them by their rules. A field that equals `stored` stays unchanged and valid,
 * because a stored value can be older than the rule; `stored` is null for a new record.
 */
export function completeFields<Fields extends object>(
  { rules, between, together = [] }: Completion<Fields>,
  typed: Fields,
  stored: Fields | null,
): Completed<Fields> {
  const differs = (name: keyof Fields) => stored === null || !same(typed[name], stored[name]);
  const changed = keysOf(typed).filter((name) => (together.includes(name) ? together.some(differs) : differs(name)));
  const completed: Completed<Fields> = { fields: { ...typed }, changes: {}, errors: {} };
  const mistakes = between?.(typed);
  for (const name of changed) {
    const { clean, checks = [] } = rules[name] ?? {};
    const value = storableValue(typed[name]);
    completed.fields[name] = clean ? clean(value) : value;
    if (stored === null || !same(completed.fields[name], stored[name])) {
      completed.changes[name] = completed.fields[name];
    }
    const mistake = firstMistake(checks, completed.fields[name])?.text ?? mistakes?.[name];
    if (mistake) completed.errors[name] = mistake;
  }
  return completed;
}
