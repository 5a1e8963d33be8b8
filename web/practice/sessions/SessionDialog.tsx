import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statusOf } from '#web/ground/api/errors.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { DeleteQuestionProps } from '#web/practice/series/end/DeleteQuestion.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { deleteSession } from '#web/practice/sessions/actions.ts';
import { CLIENT_GONE, refreshSessions, sessionQuery } from '#web/practice/sessions/queries.ts';
import type { SavedTexts } from '#web/practice/sessions/session-form.ts';
import { ClientSide } from '#web/practice/sessions/ClientSide.tsx';
import { SessionButtons } from '#web/practice/sessions/SessionButtons.tsx';
import { SessionQuestions } from '#web/practice/sessions/SessionQuestions.tsx';
import { SessionSeries } from '#web/practice/sessions/SessionSeries.tsx';
import { SessionSteps } from '#web/practice/sessions/SessionSteps.tsx';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { ClientLink, PhoneLink } from '#web/practice/sessions/SessionClient.tsx';
import { StepLine } from '#web/practice/sessions/StepLine.tsx';
import { useSessionForm } from '#web/practice/sessions/use-session-form.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDeletion } from '#web/ui/dialog/use-deletion.ts';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { whoAndWhen } from '#web/practice/sessions/who-and-when.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';

const DeleteQuestion = lazyPart<DeleteQuestionProps>(
  async () => (await import('#web/practice/series/end/DeleteQuestion.tsx')).DeleteQuestion,
  ({ opened }) => opened,
);

interface SessionDialogProps {
  id: string;
  opened: boolean;
  /** Opens on the texts, as a session that took place (SESSION-13). */
  write: boolean;
  onClose: () => void;
  /** When news and thoughts are saved: the calendar always saves them (SESSION-05). */
  texts?: SavedTexts;
}

/** Changes one session in two steps, and deletes it (SESSION-03, SESSION-04). */
export const SessionDialog = withDrafts(SessionDialogForm);

function SessionDialogForm({ id, opened, write, onClose, texts }: SessionDialogProps) {
  const timeZone = useTimeZone();
  const phone = useIsPhone();

  const deletion = useDeletion<string>({
    remove: deleteSession,
    deleted: 'Сессия удалена',
    failed: 'Ошибка при удалении сессии',
    onGone: async () => {
      editing.draft.forget();
      await refreshSessions();
      onClose();
    },
  });
  const [inMenu, setInMenu] = useState(false);
  /** Each question starts without earlier choices. */
  const [asked, setAsked] = useState(0);
  // What a question is about may go with its answer.
  const asking = deletion.asking || inMenu;
  const query = useQuery({ ...sessionQuery(id), enabled: opened && !asking && deletion.going !== id });
  const session = query.data ?? null;
  const client = session?.expand?.client;
  const gone = statusOf(query.error) === 404;
  const editing = useSessionForm({
    name: `session-${id}`,
    session,
    deleted: gone,
    timeZone,
    // Until the session is loaded, a draft has no stored values to compare with.
    opened: opened && session !== null,
    write,
    ...(texts && { texts }),
    onSaved: (_values, shown, _made, said) => {
      if (!said) toast.success('Сессия обновлена');
      if (shown) onClose();
    },
    onFailure: (error, form) => failureToast('Ошибка при обновлении сессии', error, form),
  });

  const { guard } = editing;
  // Text typed into a deleted session stays visible until the person copies or discards it.
  const shown = session && (!gone || editing.draft.isUnsaved() || guard.hidesForm);

  if (!opened && deletion.asking) deletion.cancel();
  if (!opened && inMenu) setInMenu(false);

  const deleteButton = editing.flow.step === 1 && !gone && (
    <Button
      variant="subtle"
      color="red"
      className={phone ? (classes.delete ?? '') : ''}
      leftSection={<IconTrash aria-hidden size={18} stroke={1.6} />}
      onClick={() => {
        setAsked(asked + 1);
        deletion.ask(id);
      }}
    >
      Удалить
    </Button>
  );

  return (
    <>
      <Dialog
        opened={opened}
        covered={asking || guard.hidesForm || editing.flow.question !== null}
        onClose={session ? () => guard.leave(onClose) : onClose}
        title={
          client ? (
            <ClientLink client={client} />
          ) : session?.client === '' ? (
            CLIENT_GONE
          ) : session ? (
            'Клиент не\u00A0найден'
          ) : gone ? (
            'Сессия не\u00A0найдена'
          ) : (
            'Сессия'
          )
        }
        subtitle={
          session && (
            <>
              {client && <PhoneLink phone={client.phone} />}
              <StepLine step={editing.flow.step} />
            </>
          )
        }
        width={620}
        busy={editing.saving}
        closeOnClickOutside={false}
      >
        {shown ? (
          <form id={editing.id} noValidate onSubmit={editing.onSubmit}>
            <DialogBody>
              <SessionSteps
                editing={editing}
                client={client}
                actions={
                  session.series !== '' && (
                    <SessionSeries
                      session={session}
                      onAsk={setInMenu}
                      onGone={() => !editing.draft.isUnsaved() && onClose()}
                    />
                  )
                }
                clientSide={<ClientSide session={session} timeZone={timeZone} onAsk={setInMenu} />}
              />
              <div className={classes.draftPlace}>
                <DraftLine className={classes.draft} keptAt={editing.draft.keptAt} timeZone={timeZone} />
              </div>
              {phone && deleteButton}
            </DialogBody>
            <DialogFooter start={!phone && deleteButton}>
              <SessionButtons
                step={editing.flow.step}
                saveText={editing.saveText}
                saving={editing.saving}
                deleted={editing.deleted}
                onBack={() => editing.dispatch({ type: 'back' })}
                onCancel={() => guard.discard(onClose)}
              />
            </DialogFooter>
          </form>
        ) : (
          <DialogBody>
            {gone ? (
              <EmptyState title="Сессия не&nbsp;найдена" hint="Возможно, её&nbsp;удалили." />
            ) : query.isError ? (
              <ErrorState title="Ошибка при загрузке сессии" onRetry={() => void query.refetch()} />
            ) : (
              <LoadingCards text="Загрузка..." columns={1} count={3} />
            )}
          </DialogBody>
        )}
      </Dialog>
      {session && session.series !== '' ? (
        <DeleteQuestion
          key={asked}
          opened={deletion.question.opened}
          session={session}
          who={whoAndWhen(session, timeZone)}
          timeZone={timeZone}
          onCancel={deletion.cancel}
          onDelete={deletion.question.onConfirm}
          onEnded={(stays) => {
            if (stays) return guard.leave(onClose);
            editing.draft.forget();
            onClose();
          }}
        />
      ) : (
        <ConfirmDialog title="Удалить сессию?" {...deletion.question}>
          {session && <p>{whoAndWhen(session, timeZone)}.</p>}
          <p>Вы уверены, что хотите удалить эту сессию? Это действие нельзя отменить.</p>
        </ConfirmDialog>
      )}
      <SessionQuestions editing={editing} />
    </>
  );
}
