import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { queryClient } from '#web/ground/api/query-client.ts';
import {
  completeFields,
  type Completion,
  keysOf,
  type Loaded,
  type Saved,
  withAbsent,
} from '#web/practice/record-form/changed-fields.ts';
import type { Attempt } from '#web/practice/record-form/create-once.ts';
import type { DraftStore } from '#web/practice/record-form/draft-store.ts';

/** Reads the record for a save, and writes the saved record to the cache. */
export interface Source<Stored> {
  read: () => Promise<Stored>;
  seed: (record: Stored) => void;
}

/** A record that screens render from one query. */
export function cached<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>): Source<Data> {
  return {
    read: () => readNewest(query),
    seed: (record) => void queryClient.setQueryData<Data>(query.queryKey, record),
  };
}

/**
 * Reads a record before it is changed, so that a recent change elsewhere is not overwritten unnoticed. Throws if the
 * request fails; then nothing is saved.
 */
export function readNewest<Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  return queryClient.fetchQuery({ ...query, staleTime: 0 });
}

export type FieldTexts<Form> = Partial<Record<keyof Form, string>>;

/** How a form validates and stores its record. */
export interface RecordRules<Form extends object, Stored> extends Completion<Form> {
  /** The initial values of a new record. */
  start: Form;
  /** A field that cannot be decrypted is undefined: it is never sent, and its stored value stays. */
  formOf: (record: Stored) => Loaded<Form>;
  /** Fields that must not be saved with the current values; they stay in the draft. */
  omitFromSave?: (values: Form) => readonly (keyof Form)[];
  /** Stores a new record. Absent when the form only changes stored ones. */
  create?: ((attempt: Attempt, fields: Form) => Promise<unknown>) | undefined;
  source: Source<Stored>;
  /** Sends the changes to `newest`; `fields` is the whole form. Returns the fields that the server has stored. */
  change: (changes: Partial<Form>, newest: Stored, fields: Form) => Promise<Partial<Stored> | void>;
  /** The form stays open after a save: values typed meanwhile wait for the next one. */
  stays?: boolean;
}

export type SaveOutcome<Form> =
  | { kind: 'saved'; values: Form }
  | { kind: 'mistakes'; errors: FieldTexts<Form> }
  /** A field was changed both here and elsewhere: only the person can decide. */
  | { kind: 'conflict' };

/**
 * One save, from validation to the last typed value: a form that closes sends values typed meanwhile as well. Throws
 * when the server refuses or the connection is lost; the draft stays then.
 */
export async function saveRecord<Form extends object, Stored>(
  draft: DraftStore<Form>,
  rules: RecordRules<Form, Stored>,
): Promise<SaveOutcome<Form>> {
  for (;;) {
    const errors = mistakesIn(draft, rules);
    if (keysOf(errors).length > 0) return { kind: 'mistakes', errors };
    const saved = draft.shared ? await changeNewest(draft, rules) : await createNew(draft, rules);
    if (!saved) return { kind: 'conflict' };
    const settled = draft.settle(saved);
    if (settled || rules.stays) return { kind: 'saved', values: saved.values };
  }
}

/** The errors that prevent a save, by field. */
export function mistakesIn<Form extends object>(draft: DraftStore<Form>, rules: Completion<Form>): FieldTexts<Form> {
  return completeFields(rules, draft.values, draft.shared ? draft.stored : null).errors;
}

async function createNew<Form extends object, Stored>(
  draft: DraftStore<Form>,
  rules: RecordRules<Form, Stored>,
): Promise<Saved<Form>> {
  if (!rules.create) throw new TypeError('this form changes stored records only');
  const { values, ...attempt } = draft.attempt();
  const stored = completeFields(rules, values, null).fields;
  await rules.create(attempt, stored);
  return { values, stored };
}

async function changeNewest<Form extends object, Stored>(
  draft: DraftStore<Form>,
  rules: RecordRules<Form, Stored>,
): Promise<Saved<Form> | null> {
  const { start, formOf, omitFromSave, source, change } = rules;
  const known = draft.absent;
  const newest = await source.read();
  const { values: before, absent } = withAbsent(start, formOf(newest));
  const merged = draft.merge(before, absent, known);
  if (!merged) return null;
  const values = { ...merged };
  for (const field of omitFromSave?.(merged) ?? []) values[field] = before[field];
  const { fields, changes } = completeFields(rules, values, before);
  const stored = keysOf(changes).length > 0 ? await change(changes, newest, fields) : {};
  source.seed({ ...newest, ...stored });
  return { values, stored: fields };
}

/** The save began under another sign-in: its response must not reach the cache or the screen of the current one. */
export class SignInEnded extends Error {
  override readonly name = 'SignInEnded';
}

/** Returns the same rules with requests that throw once the account that began the save has signed out. */
export function whileSignedIn<Form extends object, Stored>(
  rules: RecordRules<Form, Stored>,
  account: () => string,
): RecordRules<Form, Stored> {
  const owner = account();
  const guarded =
    <Args extends unknown[], Result>(request: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (account() !== owner) throw new SignInEnded();
      const result = await request(...args);
      if (account() !== owner) throw new SignInEnded();
      return result;
    };
  return {
    ...rules,
    create: rules.create && guarded(rules.create),
    change: guarded(rules.change),
    source: { ...rules.source, read: guarded(rules.source.read) },
  };
}
