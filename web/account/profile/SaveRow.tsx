import classes from '#web/account/profile/SaveRow.module.css';
import { type DraftLineProps, UnsavedLine } from '#web/practice/record-form/DraftLine.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';

interface SaveRowProps<Form extends object> extends Pick<DraftLineProps<Form>, 'draft'> {
  form: { saving: boolean; hasChanges: () => boolean };
  children?: string;
}

/** The foot of a section's form: the button, and whether something is not saved. */
export function SaveRow<Form extends object>({ form, draft, children = 'Сохранить' }: SaveRowProps<Form>) {
  return (
    <div className={classes.save}>
      <SubmitButton pending={form.saving} pendingText="Сохранение..." disabled={!form.hasChanges()}>
        {children}
      </SubmitButton>
      <UnsavedLine draft={draft} />
    </div>
  );
}
