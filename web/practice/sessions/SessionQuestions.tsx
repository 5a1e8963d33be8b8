import { showDayAndTime } from '#web/ground/format/dates.ts';
import { LeaveDialog } from '#web/practice/record-form/LeaveDialog.tsx';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { ChangeQuestionProps } from '#web/practice/series/change/ChangeQuestion.tsx';
import type { NewSeriesPreviewProps } from '#web/practice/series/NewSeriesPreview.tsx';
import type { RepeatSessionDialogProps } from '#web/practice/series/RepeatSessionDialog.tsx';
import { refreshSessions } from '#web/practice/sessions/queries.ts';
import { startOf } from '#web/practice/sessions/session-form.ts';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { whoAndWhen } from '#web/practice/sessions/who-and-when.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';

const NewSeriesPreview = lazyPart<NewSeriesPreviewProps>(
  async () => (await import('#web/practice/series/NewSeriesPreview.tsx')).NewSeriesPreview,
  ({ opened }) => opened,
);

const RepeatSession = lazyPart<RepeatSessionDialogProps>(
  async () => (await import('#web/practice/series/RepeatSessionDialog.tsx')).RepeatSessionDialog,
  ({ opened }) => opened,
);

const ChangeQuestion = lazyPart<ChangeQuestionProps>(
  async () => (await import('#web/practice/series/change/ChangeQuestion.tsx')).ChangeQuestion,
  ({ opened }) => opened,
);

/** The questions of a session's form; a form in a dialog hides meanwhile. */
export function SessionQuestions({ editing }: { editing: SessionEditing }) {
  const { early, newSeries, scope, session, timeZone } = editing;
  const start = startOf(editing.values, timeZone)?.toZonedDateTimeISO(timeZone);
  const about = [session?.expand?.client?.name, start && showDayAndTime(start)].filter(Boolean).join(', ');
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
        Сессия ещё не&nbsp;началась{about && `: ${about}`}.
      </ConfirmDialog>
      {scope && session && (
        <ChangeQuestion
          key={scope.times}
          {...scope}
          who={whoAndWhen(session, timeZone)}
          timeZone={timeZone}
          saving={editing.saving}
        />
      )}
      <LeaveDialog guard={editing.guard} />
      {editing.series && (
        <NewSeriesPreview
          wish={editing.series}
          form={newSeries.form}
          opened={newSeries.opened}
          saving={editing.saving}
          unsure={newSeries.isUnsure(editing.series)}
          onSave={(agreed) => {
            newSeries.agree(agreed);
            editing.save();
          }}
          onClose={newSeries.close}
        />
      )}
      {session && (
        <RepeatSession
          session={session}
          series={newSeries}
          timeZone={timeZone}
          opened={editing.repeating}
          onClose={() => editing.setRepeating(false)}
          onSaved={() => void refreshSessions()}
        />
      )}
    </>
  );
}
