import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
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

export interface ConfirmDialogProps extends Question {
  /** While it runs, both buttons are disabled and the dialog stays open. It reports its own failure. */
  onConfirm: () => Promise<unknown>;
  onCancel: () => void;
}

/** Asks before an action that cannot be undone. The focus starts on the harmless button. */
export function ConfirmDialog({
  title,
  text,
  button = 'Удалить',
  cancel = 'Отмена',
  destructive = true,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  // The caller shows its own failure.
  const confirmation = useMutation({ mutationFn: onConfirm });
  const pending = confirmation.isPending;
  return (
    <Dialog onClose={onCancel} title={title} width={440} busy={pending} question={text}>
      <DialogFooter>
        <Button variant="default" data-autofocus onClick={onCancel} disabled={pending}>
          {cancel}
        </Button>
        <Button
          color={destructive ? 'red' : 'pine'}
          onClick={() => submitOnce(confirmation, undefined)}
          disabled={pending}
          aria-busy={pending}
        >
          {button}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
