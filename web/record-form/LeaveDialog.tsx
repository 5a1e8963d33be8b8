import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import type { LeaveOutcome, LeaveGuard } from '#web/record-form/use-leave-guard.ts';

const OUTCOME: Record<LeaveOutcome, string> = {
  kept: 'Введённое останется здесь черновиком, пока вы не\u00A0закроете вкладку или не\u00A0выйдете из\u00A0кабинета.',
  'texts-kept':
    'Тексты останутся здесь черновиком, пока вы не\u00A0закроете вкладку или не\u00A0выйдете из\u00A0кабинета. Остальные изменения не\u00A0сохранятся.',
  lost: 'Изменения не\u00A0сохранятся.',
};

interface LeaveDialogProps {
  guard: LeaveGuard;
  outcome: LeaveOutcome;
}

/** The question before a form with unsaved text is left. A form in a dialog hides meanwhile, see `hidesForm`. */
export function LeaveDialog({ guard, outcome }: LeaveDialogProps) {
  return (
    <>
      <ConfirmDialog
        opened={guard.question === 'leave'}
        title="Уйти без сохранения?"
        cancelText="Остаться"
        confirmText="Уйти"
        destructive={outcome === 'lost'}
        strong="cancel"
        onCancel={guard.stay}
        onConfirm={async () => guard.go()}
      >
        {OUTCOME[outcome]}
      </ConfirmDialog>
      <ConfirmDialog
        opened={guard.question === 'discard'}
        title="Удалить введённое?"
        cancelText="Вернуться к форме"
        confirmText="Удалить"
        onCancel={guard.stay}
        onConfirm={async () => guard.go()}
      >
        Вы&nbsp;ещё не&nbsp;сохранили то, что написали. Вернуть удалённое не&nbsp;получится.
      </ConfirmDialog>
    </>
  );
}
