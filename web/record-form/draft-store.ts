import { newRecordId } from '#web/browser/record-id.ts';
import {
  type ChangedFields,
  changedElsewhere,
  type FormShape,
  isChangedFields,
  joined,
  leftAfter,
  lettersTyped,
  only,
  overStored,
  type Saved,
  stillChanged,
  withTyped,
} from '#web/record-form/changed-fields.ts';
import type { Attempt } from '#web/record-form/create-once.ts';

/** How long nothing is typed before the form says that the draft is kept, in milliseconds. */
const QUIET_MS = 400;

/** Fewer letters are typed again sooner than a question is read. */
const LONG_TEXT = 30;

/** What is being written, as it is kept. */
export interface Draft<Values> {
  /** Under which its creation was attempted, so that a reload may try it again; null before that. */
  id: string | null;
  keptAt: Temporal.Instant;
  values: Values;
}

/** Where drafts outlive their form; `write` returns false where the browser refuses. */
export interface DraftKeeper {
  read: <Values>(name: string, isValues: (value: unknown) => value is Values) => Draft<Values> | null;
  write: <Values>(name: string, draft: Draft<Values>) => boolean;
  remove: (name: string) => void;
}

export interface DraftOptions<Form extends object> extends FormShape<Form> {
  /** Distinguishes the drafts of a tab. */
  name: string;
  /** What is saved, or what a new record begins with. */
  stored: Form;
  /** True for a stored record, which another window may change. */
  shared: boolean;
}

/**
 * The fields of a form: what is stored, and what was typed here and is not stored yet. Fields that were not touched
 * follow what is stored; touched ones stay as typed, also over a reload of the tab.
 */
export class DraftStore<Form extends object> {
  readonly #options: DraftOptions<Form>;
  readonly #keeper: DraftKeeper | null;
  readonly #listeners = new Set<() => void>();
  #stored: Form;
  #shared: boolean;
  #draft: Draft<ChangedFields<Form>> | null;
  /** What was typed since the values of the save under way were taken. */
  #since: Partial<Form> = {};
  #id: string;
  #attempted: boolean;
  #keptAt: Temporal.Instant | null;
  #refused = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #revision = 0;

  /** Without a `keeper` the draft lasts as long as the form, and what an earlier form kept is left alone. */
  constructor(options: DraftOptions<Form>, keeper: DraftKeeper | null) {
    this.#options = options;
    this.#keeper = keeper;
    this.#stored = options.stored;
    this.#shared = options.shared;
    this.#draft = keeper?.read(options.name, isChangedFields(options.isFields)) ?? null;
    this.#keptAt = this.#draft?.keptAt ?? null;
    this.#id = this.#draft?.id ?? newRecordId();
    this.#attempted = Boolean(this.#draft?.id);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Grows with every change that a form shows. */
  readonly revision = (): number => this.#revision;

  /** The record as it is stored by now. */
  follow(stored: Form, shared: boolean): void {
    this.#stored = stored;
    this.#shared = shared;
  }

  get stored(): Form {
    return this.#stored;
  }

  get shared(): boolean {
    return this.#shared;
  }

  /** What the form shows: what is stored, under what was typed. */
  get values(): Form {
    return { ...this.#stored, ...this.#changes().typed };
  }

  /** When the draft was last kept; null while nothing is unsaved, and where it could not be kept. */
  get keptAt(): Temporal.Instant | null {
    return this.isUnsaved() ? this.#keptAt : null;
  }

  /** The browser keeps no drafts: what is typed lasts as long as the form. */
  get refused(): boolean {
    return this.#refused;
  }

  /** The fields that were changed here and, differently, elsewhere; of fields that hang together the first. */
  get conflicts(): (keyof Form)[] {
    if (!this.#shared) return [];
    const [, ...rest] = this.#together;
    return changedElsewhere(this.#changes(), this.#stored, this.#together).filter((field) => !rest.includes(field));
  }

  /** True while something typed is not stored, in any field or in those that count. */
  isUnsaved(counts: (field: keyof Form) => boolean = () => true): boolean {
    return !isEmpty(only(this.#changes(), counts).typed);
  }

  /** So much was written that losing it hurts. */
  isLong(): boolean {
    return lettersTyped(this.#changes()) >= LONG_TEXT;
  }

  change(part: Partial<Form>): void {
    this.#since = { ...this.#since, ...part };
    this.#keep(withTyped(this.#changes(), part, this.#stored, this.#together));
  }

  /** Begins a save of a new record under the id of all attempts to create it. */
  attempt(): Attempt & { values: Form } {
    const again = this.#attempted;
    this.#since = {};
    this.#attempted = true;
    if (this.#draft) this.#write({ ...this.#draft, id: this.#id });
    return { id: this.#id, again, values: this.values };
  }

  /** Begins a save over `newest`; null while a field is to be decided on first. */
  merge(newest: Form): Form | null {
    this.#since = {};
    const changes = this.#draft?.values ?? NOTHING;
    if (changedElsewhere(changes, newest, this.#together).length > 0) return null;
    return { ...newest, ...stillChanged(changes, newest, this.#together).typed };
  }

  /** Ends a save: forgets what it stored. False when something was typed meanwhile, which stays. */
  settle(saved: Saved<Form>): boolean {
    const later = leftAfter({ typed: this.#since, base: {} }, saved, this.#together);
    if (this.#shared) {
      const { typed, base } = this.#draft?.values ?? NOTHING;
      this.#stored = saved.stored;
      this.#keep(leftAfter({ typed: { ...typed, ...this.#since }, base }, saved, this.#together));
    } else if (isEmpty(later.typed)) this.forget();
    return isEmpty(later.typed);
  }

  /** What was typed into this field is to replace what is stored now. */
  keepMine(field: keyof Form): void {
    this.#keep(overStored(this.#changes(), this.#withPartners(field), this.#stored));
  }

  /** Takes what is stored now. */
  keepTheirs(field: keyof Form): void {
    const fields = this.#withPartners(field);
    this.#keep(only(this.#changes(), (other) => !fields.includes(other)));
  }

  /** Puts what was typed below the stored text. */
  keepBoth(field: keyof Form): void {
    this.#keep(joined(this.#changes(), field, this.#stored));
  }

  /** The form is left with the fields that `outlives` names; a record made of them later is another one. */
  leave(outlives: (field: keyof Form) => boolean): void {
    this.#renew();
    this.#keep(this.#refused ? NOTHING : only(this.#changes(), outlives));
  }

  /** Throws the draft away: it is saved, or not wanted. */
  forget(): void {
    this.#renew();
    this.#keep(NOTHING);
  }

  get #together(): readonly (keyof Form)[] {
    return this.#options.together ?? [];
  }

  #withPartners(field: keyof Form): readonly (keyof Form)[] {
    return this.#together.includes(field) ? this.#together : [field];
  }

  #changes(): ChangedFields<Form> {
    return stillChanged(this.#draft?.values ?? NOTHING, this.#stored, this.#together);
  }

  #renew(): void {
    this.#attempted = false;
    this.#id = newRecordId();
  }

  #keep(values: ChangedFields<Form>): void {
    clearTimeout(this.#timer);
    if (isEmpty(values.typed)) {
      this.#keeper?.remove(this.#options.name);
      this.#draft = null;
      this.#keptAt = null;
      this.#refused = false;
    } else {
      // Kept at once, shown after typing: a reload in the middle of a word finds everything.
      this.#draft = { id: this.#attempted ? this.#id : null, keptAt: Temporal.Now.instant(), values };
      this.#refused = !this.#write(this.#draft);
      if (this.#refused) this.#keptAt = null;
      else this.#timer = setTimeout(() => this.#showKept(), QUIET_MS);
    }
    this.#publish();
  }

  #showKept(): void {
    this.#keptAt = this.#draft?.keptAt ?? null;
    this.#publish();
  }

  #write(draft: Draft<ChangedFields<Form>>): boolean {
    return this.#keeper?.write(this.#options.name, draft) ?? false;
  }

  #publish(): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }
}

const NOTHING = { typed: {}, base: {} };

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}
