import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** The question, verbatim where the specification gives it. */
  children: ReactNode;
  confirmText?: string;
  cancelText?: string;
  /** Red, for an action that cannot be undone. */
  destructive?: boolean;
  /** While it runs, both buttons are disabled and the dialog stays open. It reports its own failure. */
  onConfirm: () => Promise<unknown>;
  onCancel: () => void;
  onClosed?: () => void;
}

/**
 * Asks before an action that cannot be undone. The focus starts on the harmless button; close the parent dialog when
 * this one opens.
 */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmText = 'Удалить',
  cancelText = 'Отмена',
  destructive = true,
  onConfirm,
  onCancel,
  onClosed,
}: ConfirmDialogProps) {
  // The caller shows its own failure.
  const confirmation = useMutation({ mutationFn: onConfirm });
  const pending = confirmation.isPending;
  return (
    <Dialog
      opened={opened}
      onClose={onCancel}
      title={title}
      width={440}
      busy={pending}
      question={children}
      {...(onClosed && { onClosed })}
    >
      <DialogFooter>
        <Button variant="default" data-autofocus onClick={onCancel} disabled={pending}>
          {cancelText}
        </Button>
        <Button
          color={destructive ? 'red' : 'pine'}
          onClick={() => submitOnce(confirmation, undefined)}
          disabled={pending}
          aria-busy={pending}
        >
          {confirmText}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
