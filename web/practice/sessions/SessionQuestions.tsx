import { toldApart } from '#domain/clients/told-apart.ts';
import { showDayAndTime } from '#web/ground/format/dates.ts';
import { lazyDialog, lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { refreshSessions } from '#web/practice/sessions/queries.ts';
import { startOf } from '#web/practice/sessions/session-form.ts';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { useLetterOfSave } from '#web/practice/sessions/use-letter-of-save.ts';
import { whoAndWhen } from '#web/practice/sessions/who-and-when.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';

const NewSeriesPreview = lazyPart(
  async () => (await import('#web/practice/series/NewSeriesPreview.tsx')).NewSeriesPreview,
  { isOpened: ({ opened }) => opened },
);

const RepeatSession = lazyPart(
  async () => (await import('#web/practice/series/RepeatSessionDialog.tsx')).RepeatSessionDialog,
  { isOpened: ({ opened }) => opened },
);

const ChangeQuestion = lazyDialog(
  async () => (await import('#web/practice/series/change/ChangeQuestion.tsx')).ChangeQuestion,
);

/** The follow-up dialogs of a session's form; a form in a dialog is hidden meanwhile. */
export function SessionQuestions({ editing }: { editing: SessionEditing }) {
  const { flow, session, series, timeZone, dispatch } = editing;
  const back = () => dispatch({ type: 'back' });
  const letter = useLetterOfSave(editing, session?.expand?.client);
  const start = startOf(editing.values, timeZone)?.toZonedDateTimeISO(timeZone);
  const about = [session?.expand?.client && toldApart(session.expand.client), start && showDayAndTime(start)]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      {flow.question === 'early' && (
        <ConfirmDialog
          title="Отметить состоявшейся?"
          text={`Сессия ещё не\u00A0началась${about && `: ${about}`}.`}
          button="Отметить"
          destructive={false}
          onCancel={back}
          onConfirm={async () => editing.agreeEarly()}
        />
      )}
      {flow.edit && session && (
        <ChangeQuestion
          {...flow.edit}
          opened={flow.question === 'scope'}
          session={session}
          who={whoAndWhen(session, timeZone)}
          timeZone={timeZone}
          saving={editing.saving}
          letter={letter.kind}
          silent={editing.silent}
          onSilent={editing.onSilent}
          onCancel={back}
          onAgree={(change) => editing.save(change && { change })}
        />
      )}
      {series && (
        <NewSeriesPreview
          wish={series}
          form={editing.previewForm}
          opened={flow.question === 'preview'}
          saving={editing.saving}
          unsure={flow.unsure === JSON.stringify(series)}
          silent={editing.silent}
          onSilent={editing.onSilent}
          onSave={(agreed) => editing.save({ newSeries: { wish: series, agreed } })}
          onClose={back}
        />
      )}
      {session && (
        <RepeatSession
          session={session}
          timeZone={timeZone}
          opened={flow.question === 'repeat' || flow.question === 'repeat-preview'}
          previewed={flow.question === 'repeat-preview'}
          onPreview={() => dispatch({ type: 'ask', question: 'repeat-preview' })}
          onBack={back}
          onClose={() => dispatch({ type: 'close' })}
          onSaved={() => void refreshSessions()}
        />
      )}
    </>
  );
}
