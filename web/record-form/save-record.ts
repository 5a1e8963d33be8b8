import type { z } from 'zod';
import { type FormShape, keysOf, type Saved } from '#web/record-form/changed-fields.ts';
import { completeFields } from '#web/record-form/complete-fields.ts';
import type { Attempt } from '#web/record-form/create-once.ts';
import type { DraftStore } from '#web/record-form/draft-store.ts';
import type { Source } from '#web/record-form/newest.ts';

export type FieldTexts<Form> = Partial<Record<keyof Form, string>>;

/** How a form of records is checked and stored. */
export interface RecordRules<Form extends object, Stored> extends Pick<FormShape<Form>, 'together'> {
  schema: z.ZodType<Form>;
  formOf: (record: Stored) => Form;
  /** Fields that are not saved with these values of a stored record; they stay in the draft. */
  leavesOut?: (values: Form) => readonly (keyof Form)[];
  /** Stores a new record. Absent where the form only changes stored ones. */
  create?: ((attempt: Attempt, fields: Form) => Promise<unknown>) | undefined;
  source: Source<Stored>;
  /** Sends what differs from `newest`; `fields` is the whole form. Returns what of the record the server has stored. */
  change: (changes: Partial<Form>, newest: Stored, fields: Form) => Promise<Partial<Stored> | void>;
  /** The form stays open after a save: what was typed meanwhile waits for the next one. */
  stays?: boolean;
}

export type SaveOutcome<Form> =
  | { kind: 'saved'; values: Form }
  | { kind: 'mistakes'; errors: FieldTexts<Form> }
  /** A field was changed here and elsewhere: only the person can decide. */
  | { kind: 'conflict' };

/**
 * One save from the first check to the last thing typed: a form that closes sends again what was typed meanwhile. Throws
 * what the server refused or the connection lost; the draft stays then.
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

/** What stands in the way of a save, by field. */
export function mistakesIn<Form extends object>(
  draft: DraftStore<Form>,
  { schema, together }: Pick<RecordRules<Form, never>, 'schema' | 'together'>,
): FieldTexts<Form> {
  return completeFields(schema, draft.values, draft.shared ? draft.stored : null, together).errors;
}

async function createNew<Form extends object, Stored>(
  draft: DraftStore<Form>,
  { create, schema }: RecordRules<Form, Stored>,
): Promise<Saved<Form>> {
  if (!create) throw new TypeError('this form changes stored records only');
  const { values, ...attempt } = draft.attempt();
  const stored = schema.parse(values);
  await create(attempt, stored);
  return { values, stored };
}

async function changeNewest<Form extends object, Stored>(
  draft: DraftStore<Form>,
  { schema, together, formOf, leavesOut, source, change }: RecordRules<Form, Stored>,
): Promise<Saved<Form> | null> {
  const newest = await source.read();
  const before = formOf(newest);
  const merged = draft.merge(before);
  if (!merged) return null;
  const values = { ...merged };
  for (const field of leavesOut?.(merged) ?? []) values[field] = before[field];
  const { fields, changes } = completeFields(schema, values, before, together);
  const stored = keysOf(changes).length > 0 ? await change(changes, newest, fields) : {};
  source.seed({ ...newest, ...stored });
  return { values, stored: fields };
}
