import { newRecordId } from '#web/ground/browser/record-id.ts';
import { Store } from '#web/ground/browser/store.ts';
import {
  type ChangedFields,
  changedElsewhere,
  type FormShape,
  isChangedFields,
  joined,
  keepEqual,
  keysOf,
  leftAfter,
  lettersTyped,
  only,
  overStored,
  type Saved,
  stillChanged,
  withTyped,
} from '#web/practice/record-form/changed-fields.ts';
import type { Attempt } from '#web/practice/record-form/create-once.ts';
import type { Draft, DraftKeeper, Kept, LeftDraft } from '#web/practice/record-form/tab-drafts.ts';

/** Pause in typing before the form shows that the draft is kept, in milliseconds. */
const QUIET_MS = 400;

/** In characters: retyping a shorter text takes less time than reading a question. */
const LONG_TEXT = 30;

export interface DraftOptions<Form extends object> extends FormShape<Form> {
  /** Distinguishes the drafts of a tab. */
  name: string;
  /** The saved values, or the initial values of a new record. */
  stored: Form;
  /** True for a stored record, which another window can change. */
  shared: boolean;
  /** Fields of a stored record that could not be decrypted. */
  absent?: readonly (keyof Form)[];
}

/**
 * The fields of a form: stored values with the unsaved typed ones on top. Untouched fields follow the stored values;
 * touched ones keep the typed values, also across a reload of the tab. Text typed into a field that is absent now
 * (cannot be decrypted) is set aside until the field is available again: it is neither shown, nor compared, nor saved.
 */
export class DraftStore<Form extends object> {
  readonly #options: DraftOptions<Form>;
  readonly #keeper: DraftKeeper | null;
  /** Increases with every change that affects the form. */
  readonly revision = new Store(0);
  #stored: Form;
  #shared: boolean;
  #absent: readonly (keyof Form)[];
  #draft: Draft<ChangedFields<Form>> | null;
  /** Typed since the running save read the values. */
  #since: Partial<Form> = {};
  #id: string;
  #attempted: boolean;
  #given: Partial<Form> = {};
  #keptAt: Temporal.Instant | null;
  /** Where the last write stored the draft. */
  #kept: Kept = 'beyond';
  #left: LeftDraft<ChangedFields<Form>> | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Without a `keeper` the draft lasts as long as the form, and an earlier stored draft is neither read nor removed.
   */
  constructor(options: DraftOptions<Form>, keeper: DraftKeeper | null) {
    this.#options = options;
    this.#keeper = keeper;
    this.#stored = options.stored;
    this.#shared = options.shared;
    this.#absent = options.absent ?? [];
    this.#draft = keeper?.read(options.name, isChangedFields(options.isFields)) ?? null;
    this.#keptAt = this.#draft?.keptAt ?? null;
    this.#id = this.#draft?.id ?? newRecordId();
    this.#attempted = Boolean(this.#draft?.id);
    this.#left = this.#readLeft();
  }

  /**
   * Updates to the currently stored record. Values that are equal keep their identity, so that memoised components do
   * not re-render.
   */
  follow(stored: Form, shared: boolean, absent: readonly (keyof Form)[] = []): void {
    this.#stored = keepEqual(this.#stored, stored);
    this.#shared = shared;
    this.#absent = absent;
  }

  /** The fields that could not be decrypted. */
  get absent(): readonly (keyof Form)[] {
    return this.#absent;
  }

  /** What was typed earlier into fields that are absent now. */
  get hiddenTyped(): Partial<Form> {
    return this.#aside().typed;
  }

  get stored(): Form {
    return this.#stored;
  }

  get shared(): boolean {
    return this.#shared;
  }

  /** The form's values: the stored ones, overridden by the typed ones. */
  get values(): Form {
    return { ...this.#stored, ...this.#changes().typed };
  }

  /** When the draft was last stored; null while nothing is unsaved, and after a refused write. */
  get keptAt(): Temporal.Instant | null {
    return this.isUnsaved() ? this.#keptAt : null;
  }

  /** True if the browser stores no drafts: then typed values last as long as the form. */
  get refused(): boolean {
    return this.#kept === 'nowhere';
  }

  /** True if the browser stores drafts only as long as the tab is open. */
  get endsWithTab(): boolean {
    return this.#kept === 'tab';
  }

  /**
   * When another tab left a draft of this form; null if this form has unsaved changes, or if the other draft contains
   * nothing new.
   */
  get leftAt(): Temporal.Instant | null {
    if (!this.#left || this.isUnsaved()) return null;
    return isEmpty(stillChanged(this.#left.values, this.#stored, this.#together).typed) ? null : this.#left.keptAt;
  }

  /** Applies the draft that another tab left. */
  takeLeft(): void {
    if (this.#left) this.#take(this.#left);
  }

  /** Deletes the draft that another tab left; returns a function that applies it after all. */
  dropLeft(): () => void {
    const left = this.#left;
    if (left) this.#forgetLeft(left);
    return () => left && this.#take(left);
  }

  /** The fields changed here and, differently, elsewhere; of related fields only the first. */
  get conflicts(): (keyof Form)[] {
    if (!this.#shared) return [];
    const [, ...rest] = this.#together;
    return changedElsewhere(this.#changes(), this.#stored, this.#together).filter((field) => !rest.includes(field));
  }

  /** True while a typed value is unsaved, in any field or in those that `counts` accepts. */
  isUnsaved(counts: (field: keyof Form) => boolean = () => true): boolean {
    const { typed } = this.#changes();
    return keysOf(typed).some((field) => counts(field) && typed[field] !== this.#given[field]);
  }

  /** Whether enough new text was typed that losing it would hurt. */
  isLong(): boolean {
    return lettersTyped(this.#changes()) >= LONG_TEXT;
  }

  /** Sets fields automatically: on their own they count neither as unsaved nor as a draft. */
  prefill(part: Partial<Form>): void {
    this.#given = part;
    this.change(part);
  }

  change(part: Partial<Form>): void {
    this.#since = { ...this.#since, ...part };
    this.#keep(withTyped(this.#changes(), part, this.#stored, this.#together));
  }

  /**
   * The id under which an earlier attempt, also before a reload, may have stored the new record; null if there was
   * none.
   */
  get triedId(): string | null {
    if (this.#attempted) return this.#id;
    if (this.#shared || this.isUnsaved()) return null;
    const kept = this.#keeper?.readAttempt(this.#options.name);
    return kept?.content === this.#content() ? kept.id : null;
  }

  #content(): string {
    return JSON.stringify(this.values);
  }

  /** Begins a save of a new record; all attempts to create it share one id. */
  attempt(): Attempt & { values: Form } {
    const tried = this.triedId;
    this.#id = tried ?? this.#id;
    this.#since = {};
    this.#attempted = true;
    if (this.#draft) this.#write({ ...this.#draft, id: this.#id });
    if (!this.isUnsaved()) this.#keeper?.keepAttempt(this.#options.name, { id: this.#id, content: this.#content() });
    return { id: this.#id, again: tried !== null, values: this.values };
  }

  /**
   * Begins a save over `newest`, whose `absent` fields cannot be decrypted. Returns null if a conflict needs a
   * decision, and also once if a field with typed text has become absent since the form was loaded (it is not among the
   * `known` absent ones).
   */
  merge(newest: Form, absent: readonly (keyof Form)[] = [], known: readonly (keyof Form)[] = absent): Form | null {
    this.#since = {};
    this.#absent = absent;
    if (keysOf(this.hiddenTyped).some((field) => !known.includes(field))) return null;
    const changes = this.#typed();
    if (changedElsewhere(changes, newest, this.#together).length > 0) return null;
    return { ...newest, ...stillChanged(changes, newest, this.#together).typed };
  }

  /** Ends a save and drops the stored changes. Returns false when values typed meanwhile remain. */
  settle(saved: Saved<Form>): boolean {
    const later = leftAfter({ typed: this.#since, base: {} }, saved, this.#together);
    if (this.#shared) {
      const { typed, base } = this.#typed();
      this.#stored = saved.stored;
      this.#keep(leftAfter({ typed: { ...typed, ...this.#since }, base }, saved, this.#together));
    } else if (isEmpty(later.typed)) this.forget();
    return isEmpty(later.typed);
  }

  /** Resolves a conflict: the typed value overwrites the stored one. */
  keepMine(field: keyof Form): void {
    this.#keep(overStored(this.#changes(), this.#withPartners(field), this.#stored));
  }

  /** Resolves a conflict: the stored value replaces the typed one. */
  keepTheirs(field: keyof Form): void {
    const fields = this.#withPartners(field);
    this.#keep(only(this.#changes(), (other) => !fields.includes(other)));
  }

  /** Resolves a conflict: appends the typed text to the stored one. */
  keepBoth(field: keyof Form): void {
    this.#keep(joined(this.#changes(), field, this.#stored));
  }

  /** Leaves the form; keeps the fields that `keptAsDraft` accepts. A record created from them later gets a new id. */
  leave(keptAsDraft: (field: keyof Form) => boolean): void {
    this.#renew();
    this.#keep(this.refused ? NO_CHANGES : only(this.#changes(), keptAsDraft));
  }

  /** Discards the typed values, except those set aside. */
  discard(): void {
    this.#renew();
    this.#keep(NO_CHANGES);
  }

  /** Deletes the draft, after saving or with its record. */
  forget(): void {
    this.#draft = null;
    this.#renew();
    this.#keep(NO_CHANGES);
  }

  get #together(): readonly (keyof Form)[] {
    return this.#options.together ?? [];
  }

  #withPartners(field: keyof Form): readonly (keyof Form)[] {
    return this.#together.includes(field) ? this.#together : [field];
  }

  #changes(): ChangedFields<Form> {
    return stillChanged(this.#typed(), this.#stored, this.#together);
  }

  #typed(): ChangedFields<Form> {
    return only(this.#draft?.values ?? NO_CHANGES, (field) => !this.#absent.includes(field));
  }

  #aside(): ChangedFields<Form> {
    return only(this.#draft?.values ?? NO_CHANGES, (field) => this.#absent.includes(field));
  }

  #renew(): void {
    if (!this.#shared) this.#keeper?.keepAttempt(this.#options.name, null);
    this.#attempted = false;
    this.#id = newRecordId();
  }

  #keep(changes: ChangedFields<Form>): void {
    clearTimeout(this.#timer);
    const aside = this.#aside();
    const values = { typed: { ...changes.typed, ...aside.typed }, base: { ...changes.base, ...aside.base } };
    if (isEmpty(values.typed)) {
      this.#keeper?.remove(this.#options.name);
      this.#draft = null;
      this.#keptAt = null;
      this.#kept = 'beyond';
    } else {
      // Stored at once, so that a reload in the middle of a word loses nothing; shown only after a pause in typing.
      this.#draft = { id: this.#attempted ? this.#id : null, keptAt: Temporal.Now.instant(), values };
      this.#kept = this.#write(this.#draft);
      if (this.refused) this.#keptAt = null;
      else this.#timer = setTimeout(() => this.#showKept(), QUIET_MS);
    }
    this.#publish();
  }

  #showKept(): void {
    this.#keptAt = this.#draft?.keptAt ?? null;
    this.#publish();
  }

  #write(draft: Draft<ChangedFields<Form>>): Kept {
    if (this.isUnsaved() || !isEmpty(this.hiddenTyped))
      return this.#keeper?.write(this.#options.name, draft) ?? 'nowhere';
    this.#keeper?.remove(this.#options.name);
    return 'beyond';
  }

  #readLeft(): LeftDraft<ChangedFields<Form>> | null {
    return this.#keeper?.readLeft(this.#options.name, isChangedFields(this.#options.isFields)) ?? null;
  }

  #take(left: LeftDraft<ChangedFields<Form>>): void {
    this.#attempted = left.id !== null;
    this.#id = left.id ?? this.#id;
    this.#keep(left.values);
    this.#forgetLeft(left);
  }

  #forgetLeft({ tab }: LeftDraft<ChangedFields<Form>>): void {
    this.#keeper?.removeLeft(this.#options.name, tab);
    this.#left = this.#readLeft();
    this.#publish();
  }

  #publish(): void {
    this.revision.set(this.revision.get() + 1);
  }
}

const NO_CHANGES = { typed: {}, base: {} };

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}
