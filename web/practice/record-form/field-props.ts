import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';

type Fields<Form extends object> = Pick<RecordForm<Form>, 'values' | 'errors' | 'change'>;

/** The props of a field whose change handler receives the value itself. */
export function fieldOf<Form extends object, Field extends keyof Form>(
  { values, errors, change }: Fields<Form>,
  field: Field,
) {
  return {
    value: values[field],
    error: errors[field],
    onChange: (value: Form[Field]) => change({ [field]: value } as unknown as Partial<Form>),
  };
}

/** The same for a field whose change handler receives an event. */
export function textFieldOf<Form extends object, Field extends keyof Form>(
  form: Fields<Form> & { values: Record<Field, string> },
  field: Field,
  clean = (typed: string) => typed,
) {
  const { value, error } = fieldOf(form, field);
  const onChange = (event: { currentTarget: { value: string } }) =>
    form.change({ [field]: clean(event.currentTarget.value) } as unknown as Partial<Form>);
  return { value, error, onChange };
}
