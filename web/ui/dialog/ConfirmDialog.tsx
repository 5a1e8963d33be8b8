import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Dialog, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { toast } from '#web/ui/toast/toast.ts';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** The question, letter for letter where the specification gives it. */
  children: ReactNode;
  confirmText?: string;
  cancelText?: string;
  /** Red for what cannot be undone. */
  destructive?: boolean;
  /** Which button is the filled one: staying, where that is what most people want. */
  strong?: 'confirm' | 'cancel';
  /** Waited for: both buttons rest and the dialog stays until it settles. It reports its own failure. */
  onConfirm: () => Promise<unknown>;
  onCancel: () => void;
  onClosed?: () => void;
}

/** Asks before what cannot be undone. The focus starts on the harmless button. Close its parent when it opens. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmText = 'Удалить',
  cancelText = 'Отмена',
  destructive = true,
  strong = 'confirm',
  onConfirm,
  onCancel,
  onClosed,
}: ConfirmDialogProps) {
  const [pending, setPending] = useState(false);
  const confirm = () => {
    setPending(true);
    toast.dismissErrors();
    // A refusal is told by whoever asked; here only the waiting ends.
    onConfirm()
      .catch(() => undefined)
      .finally(() => setPending(false));
  };
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
        <Button
          variant={strong === 'cancel' ? 'filled' : 'default'}
          data-autofocus
          onClick={onCancel}
          disabled={pending}
        >
          {cancelText}
        </Button>
        <Button
          variant={strong === 'cancel' ? 'subtle' : 'filled'}
          color={destructive ? 'red' : 'pine'}
          onClick={confirm}
          disabled={pending}
          aria-busy={pending}
        >
          {confirmText}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
