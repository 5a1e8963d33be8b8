import type { z } from 'zod';

interface Completed<Fields> {
  fields: Fields;
  /** A text under each field to blame. */
  errors: Partial<Record<keyof Fields, string>>;
}

/**
 * The fields of a form as the schema completes what was typed. One that is as `stored` stays as it is and is not to
 * blame: what a record holds already may be older than the rule. `stored` is null for a new record.
 */
export function completeFields<Fields extends object>(
  schema: z.ZodType<Fields>,
  typed: Fields,
  stored: Fields | null,
): Completed<Fields> {
  const { data, error } = schema.safeParse(typed);
  const names = Object.keys(typed) as (keyof Fields)[];
  const changed = names.filter((name) => stored === null || typed[name] !== stored[name]);
  const fields = { ...typed };
  const errors: Completed<Fields>['errors'] = {};
  for (const name of changed) {
    if (data) fields[name] = data[name];
    const issue = error?.issues.find(({ path }) => path[0] === name);
    if (issue) errors[name] = issue.message;
  }
  return { fields, errors };
}
