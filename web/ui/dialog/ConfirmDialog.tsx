import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/DialogPanel.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';

export interface Question {
  title: string;
  /** The question, verbatim where the specification gives it. */
  text: ReactNode;
  button?: string;
  cancel?: string;
  /** Red, for an action that cannot be undone. */
  destructive?: boolean;
}

interface ConfirmDialogProps
  extends Omit<Question, 'text'>, Pick<DialogProps, 'subtitle' | 'width' | 'closeOnClickOutside'> {
  text?: ReactNode;
  /** Further choices, shown below the text. */
  children?: ReactNode;
  /** True while the current choice cannot be confirmed. */
  disabled?: boolean;
  /** While it runs, both buttons are disabled and the dialog stays open. It reports its own failure. */
  onConfirm: () => Promise<unknown>;
  onCancel: () => void;
}

/** Asks before an action that cannot be undone. The focus starts on the harmless button. */
export function ConfirmDialog({
  text,
  children,
  button = 'Удалить',
  cancel = 'Отмена',
  destructive = true,
  disabled = false,
  onConfirm,
  onCancel,
  ...dialog
}: ConfirmDialogProps) {
  // The caller shows its own failure.
  const confirmation = useMutation({ mutationFn: onConfirm });
  const pending = confirmation.isPending;
  return (
    <Dialog width={440} {...dialog} onClose={onCancel} busy={pending} question={text}>
      {children && (
        <DialogBody>
          <FieldStack>{children}</FieldStack>
        </DialogBody>
      )}
      <DialogFooter>
        <Button variant="default" data-autofocus onClick={onCancel} disabled={pending}>
          {cancel}
        </Button>
        <Button
          color={destructive ? 'red' : 'pine'}
          onClick={() => submitOnce(confirmation, undefined)}
          disabled={pending || disabled}
          aria-busy={pending}
        >
          {button}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
