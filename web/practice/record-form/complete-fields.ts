import type { z } from 'zod';
import { keysOf, same } from '#web/practice/record-form/changed-fields.ts';

interface Completed<Fields> {
  fields: Fields;
  /** The completed fields that differ from the stored ones. */
  changes: Partial<Fields>;
  /** An error text per invalid field. */
  errors: Partial<Record<keyof Fields, string>>;
}

/**
 * Validates the typed values and completes them by the schema. A field that equals `stored` stays unchanged and valid,
 * because a stored value can be older than the rule; `stored` is null for a new record.
 */
export function completeFields<Fields extends object>(
  schema: z.ZodType<Fields>,
  typed: Fields,
  stored: Fields | null,
  together: readonly (keyof Fields)[] = [],
): Completed<Fields> {
  const { data, error } = schema.safeParse(typed);
  const differs = (name: keyof Fields) => stored === null || !same(typed[name], stored[name]);
  const changed = keysOf(typed).filter((name) => (together.includes(name) ? together.some(differs) : differs(name)));
  const completed: Completed<Fields> = { fields: { ...typed }, changes: {}, errors: {} };
  for (const name of changed) {
    if (data) completed.fields[name] = data[name];
    if (stored === null || !same(completed.fields[name], stored[name])) {
      completed.changes[name] = completed.fields[name];
    }
    const issue = error?.issues.find(({ path }) => path[0] === name);
    if (issue) completed.errors[name] = issue.message;
  }
  return completed;
}
