import { Textarea, type TextareaProps } from '@mantine/core';
import { CopyTyped } from '#web/practice/record-form/CopyTyped.tsx';
import type { DraftStore } from '#web/practice/record-form/draft-store.ts';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';

interface FieldOfRecordProps<Form extends object> extends TextareaProps {
  draft: DraftStore<Form>;
  field: keyof Form;
}

/** The field of a sealed text. A text that does not open has none: an empty field would invite to write over it. */
export function FieldOfRecord<Form extends object>({ draft, field, ...props }: FieldOfRecordProps<Form>) {
  if (!draft.absent.includes(field)) return <Textarea {...props} />;
  const { [field]: typed } = draft.putAside;
  return (
    <div>
      <NotOpened label={props.label} />
      <CopyTyped text={typeof typed === 'string' ? typed : ''} />
    </div>
  );
}
