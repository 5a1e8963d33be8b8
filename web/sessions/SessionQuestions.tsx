import { showDayAndTime } from '#web/format/dates.ts';
import { LeaveDialog } from '#web/record-form/LeaveDialog.tsx';
import { startOf } from '#web/sessions/session-form.ts';
import type { SessionEditing } from '#web/sessions/use-session-form.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';

/** The questions of a session's form; a form in a dialog hides meanwhile. */
export function SessionQuestions({ editing }: { editing: SessionEditing }) {
  const { early, timeZone } = editing;
  const start = startOf(editing.values, timeZone)?.toZonedDateTimeISO(timeZone);
  return (
    <>
      <ConfirmDialog
        opened={early.asking}
        title="Отметить состоявшейся?"
        confirmText="Отметить"
        destructive={false}
        onCancel={early.decline}
        onConfirm={async () => early.agree()}
      >
        Сессия ещё не&nbsp;началась{start && `: ${showDayAndTime(start)}`}.
      </ConfirmDialog>
      <LeaveDialog guard={editing.guard} />
    </>
  );
}
