import { keysOf } from '#web/practice/record-form/changed-fields.ts';

/** The values of a form as they are loaded: a field that does not open is undefined. */
export type Loaded<Form> = { [Field in keyof Form]: Form[Field] | undefined };

interface WithAbsent<Form> {
  /** The loaded values, those of `start` in place of the absent ones. */
  values: Form;
  /** The fields that did not open: their stored values are unknown and must stay. */
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
