import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/DialogPanel.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';

interface FormDialogProps extends Omit<DialogProps, 'busy'> {
  /** For Mantine's form: `form.onSubmit(save)`. Enter in a field submits too; the event does not bubble further. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  formId?: string;
  submitText: string;
  pendingText?: string;
  /** Required, so that every form shows its save in progress. */
  pending: boolean;
  submitDisabled?: boolean;
  cancelText?: string;
  /** Discards the typed values and closes; Esc and the cross only close. */
  onCancel?: () => void;
  /** Another action at the bottom left. */
  start?: ReactNode;
}

/** A form in a dialog. It stays open until its caller closes it, so that a failed save loses no value. */
export function FormDialog({
  onSubmit,
  formId,
  submitText,
  pendingText = submitText,
  pending,
  submitDisabled = false,
  cancelText = 'Отмена',
  onCancel,
  start,
  children,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog closeOnClickOutside={false} {...dialog} busy={pending}>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals, also to a form that contains this dialog.
          event.stopPropagation();
          onSubmit(event);
        }}
      >
        <DialogBody>
          <FieldStack>{children}</FieldStack>
        </DialogBody>
        <DialogFooter start={start}>
          <Button variant="default" onClick={onCancel ?? dialog.onClose} disabled={pending}>
            {cancelText}
          </Button>
          <SubmitButton pending={pending} pendingText={pendingText} disabled={submitDisabled}>
            {submitText}
          </SubmitButton>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
