import type { ComponentProps } from 'react';
import { ChangedElsewhere, type FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DeletedElsewhere } from '#web/practice/record-form/DeletedElsewhere.tsx';
import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';

type Said = 'title' | 'subtitle' | 'submitText' | 'start' | 'children' | 'onClose';

interface RecordDialogProps<Form extends object> extends Pick<ComponentProps<typeof FormDialog>, Said> {
  form: Pick<RecordForm<Form>, 'id' | 'draft' | 'guard' | 'saving' | 'onSubmit'>;
  words: FormWords<Form>;
  /** The message that the record was deleted elsewhere, and the typed text to copy. */
  deleted?: { title: string; text: string } | false;
}

/**
 * The form of a record in a dialog: guards unsaved values when it is closed, and shows if the record was changed or
 * deleted elsewhere.
 */
export function RecordDialog<Form extends object>({
  form: { id, draft, guard, saving, onSubmit },
  words,
  deleted = false,
  onClose,
  children,
  ...said
}: RecordDialogProps<Form>) {
  return (
    <FormDialog
      {...said}
      hidden={guard.hidesForm}
      onClose={() => guard.leave(onClose)}
      onCancel={() => guard.discard(onClose)}
      formId={id}
      onSubmit={onSubmit}
      pendingText="Сохранение..."
      pending={saving}
      submitDisabled={deleted !== false}
    >
      {deleted ? <DeletedElsewhere {...deleted} /> : <ChangedElsewhere draft={draft} words={words} />}
      {children}
    </FormDialog>
  );
}
