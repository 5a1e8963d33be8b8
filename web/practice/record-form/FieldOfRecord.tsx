import { Textarea, type TextareaProps } from '@mantine/core';
import { CopyTyped } from '#web/practice/record-form/CopyTyped.tsx';
import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';

interface FieldOfRecordProps<Form extends object> extends Omit<TextareaProps, 'form' | 'value' | 'error' | 'onChange'> {
  form: Pick<RecordForm<Form>, 'draft' | 'values' | 'errors' | 'change'>;
  field: keyof Form;
  clean?: (typed: string) => string;
}

/**
 * The field of an encrypted text. A text that cannot be decrypted gets no field, because an empty one would invite
 * overwriting it.
 */
export function FieldOfRecord<Form extends object>({
  form: { draft, values, errors, change },
  field,
  clean = (typed) => typed,
  ...props
}: FieldOfRecordProps<Form>) {
  if (draft.absent.includes(field)) {
    const { [field]: typed } = draft.hiddenTyped;
    return (
      <div>
        <NotOpened label={props.label} />
        <CopyTyped text={typeof typed === 'string' ? typed : ''} />
      </div>
    );
  }
  return (
    <Textarea
      {...props}
      value={String(values[field])}
      error={errors[field]}
      onChange={(event) => change({ [field]: clean(event.currentTarget.value) } as unknown as Partial<Form>)}
    />
  );
}
