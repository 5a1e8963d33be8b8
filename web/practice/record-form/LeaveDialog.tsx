import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import type { LeaveGuard } from '#web/practice/record-form/use-leave-guard.ts';

/** The questions before typed values are lost. A form in a dialog hides meanwhile, see `hidesForm`. */
export function LeaveDialog({ guard }: { guard: LeaveGuard }) {
  return (
    <>
      <ConfirmDialog
        opened={guard.question === 'leave'}
        title="Уйти без сохранения?"
        cancelText="Остаться"
        confirmText="Уйти"
        onCancel={guard.stay}
        onConfirm={async () => guard.go()}
      >
        Изменения не&nbsp;сохранятся.
      </ConfirmDialog>
      <ConfirmDialog
        opened={guard.question === 'discard'}
        title="Удалить введённое?"
        cancelText="Вернуться к&nbsp;форме"
        confirmText="Удалить"
        onCancel={guard.stay}
        onConfirm={async () => guard.go()}
      >
        Вы&nbsp;ещё не&nbsp;сохранили то, что написали. Вернуть удалённое не&nbsp;получится.
      </ConfirmDialog>
    </>
  );
}
