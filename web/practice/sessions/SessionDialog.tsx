import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CLIENT_GONE } from '#domain/clients/told-apart.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { showDayAndTime, zoned } from '#web/ground/format/dates.ts';
import { letterAddress } from '#web/practice/letters/letter-address.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { askToDelete } from '#web/practice/sessions/ask-to-delete.tsx';
import { sessionQuery, type SessionRecord } from '#web/practice/sessions/queries.ts';
import type { SavedTexts } from '#web/practice/sessions/session-form.ts';
import { SessionButtons } from '#web/practice/sessions/SessionButtons.tsx';
import { SessionQuestions } from '#web/practice/sessions/SessionQuestions.tsx';
import { SessionReading } from '#web/practice/sessions/SessionReading.tsx';
import { SessionSteps } from '#web/practice/sessions/SessionSteps.tsx';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { StepLine } from '#web/practice/sessions/StepLine.tsx';
import { useSessionForm } from '#web/practice/sessions/use-session-form.ts';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { Coming } from '#web/ui/page/Coming.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { EmptyState } from '#web/ui/page/StateCard.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { showPhone } from '#domain/clients/phone.ts';
import { showDialled, telLink } from '#web/ground/format/tel-link.ts';
import { clientPage } from '#web/practice/client-page/client-page.ts';

interface SessionDialogProps {
  id: string;
  onClose: () => void;
  /** Which texts are saved: the calendar always saves them (SESSION-05). */
  texts?: SavedTexts;
}

/** Changes one session in two steps, and deletes it (SESSION-03, SESSION-04). */
export const SessionDialog = withDrafts(SessionDialogForm);

function SessionDialogForm({ id, onClose, texts }: SessionDialogProps) {
  const timeZone = useTimeZone();
  const phone = useIsPhone();
  /** Opens on the texts, as a session that took place (SESSION-13). */
  const write = useSearch({ strict: false, select: (search) => search.write === '1' });
  // While the session is being deleted it is not queried, because that would be a 404.
  const [deleting, setDeleting] = useState(false);
  const query = useQuery({ ...sessionQuery(id), enabled: !deleting });
  const session = query.data ?? null;
  const start = session && zoned(session.date, timeZone);
  const client = session?.expand?.client;
  const address = letterAddress(client, useProfile().client_letters);
  const to = address === '' ? [] : [address];
  const gone = statusOf(query.error) === 404;
  const editing = useSessionForm({
    name: `session-${id}`,
    session,
    deleted: gone,
    timeZone,
    // Until the session is loaded, there are no stored values to compare a draft with.
    opened: session !== null,
    reads: true,
    write,
    ...(texts && { texts }),
    onSaved: (_values, shown, _made, report) => {
      report(to);
      if (shown) onClose();
    },
    onFailure: (error, form) => failureToast('Ошибка при обновлении сессии', error, form),
  });

  const { draft, flow, guard } = editing;
  // Text typed into a deleted session stays visible until the person copies or discards it.
  const shown = session && (!gone || draft.isUnsaved() || guard.hidesForm);

  const forget = () => {
    draft.forget();
    onClose();
  };
  const remove = (record: SessionRecord) =>
    askToDelete(record, {
      timeZone,
      to,
      onDeleting: setDeleting,
      onDeleted: forget,
      onStays: () => guard.leave(onClose),
    });

  const deleteButton = session && flow.step !== 2 && !gone && (
    <Button
      variant="subtle"
      color="red"
      className={phone && flow.step === 1 ? (classes.delete ?? '') : ''}
      leftSection={<IconTrash aria-hidden size={18} stroke={1.6} />}
      onClick={() => void remove(session)}
    >
      Удалить
    </Button>
  );

  return (
    <>
      <Dialog
        reads={!write}
        hidden={guard.hidesForm}
        onClose={session ? () => guard.leave(onClose) : onClose}
        title={
          session ? (
            <>
              {/* Visually, the fields below show this. */}
              <span className="visually-hidden">Сессия{start && `, ${showDayAndTime(start)}`}: </span>
              {client ? <ClientLink client={client} /> : session.client === '' ? CLIENT_GONE : 'Клиент не\u00A0найден'}
            </>
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
              {flow.step !== 0 && <StepLine step={flow.step} />}
            </>
          )
        }
        width={editing.writes ? 960 : 620}
        busy={editing.saving}
        closeOnClickOutside={flow.step === 0}
      >
        {shown && flow.step === 0 ? (
          <>
            <DialogBody>
              <SessionReading
                session={session}
                editing={editing}
                onDone={() => !draft.isUnsaved() && onClose()}
                onAsk={setDeleting}
              />
            </DialogBody>
            <DialogFooter start={deleteButton}>
              <Button
                variant="default"
                leftSection={<IconPencil aria-hidden size={18} stroke={1.6} />}
                onClick={editing.edit}
              >
                Изменить
              </Button>
            </DialogFooter>
          </>
        ) : shown ? (
          <form id={editing.id} noValidate onSubmit={editing.onSubmit}>
            <DialogBody>
              <SessionSteps editing={editing} client={client} />
              <div className="above-4">
                <DraftLine className={classes.draft} draft={draft} />
              </div>
              {phone && deleteButton}
            </DialogBody>
            <DialogFooter start={!phone && deleteButton}>
              <SessionButtons
                step={flow.step}
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
            ) : (
              <Coming query={query} failed="Ошибка при загрузке сессии" text="Загрузка..." count={3} />
            )}
          </DialogBody>
        )}
      </Dialog>
      <SessionQuestions editing={editing} />
    </>
  );
}

/** The client of a session, with a link to their page (CARD-01). */
function ClientLink({ client }: { client: { id: string; name: string } }) {
  return (
    <Link className={classes.client} {...clientPage(client.id)} translate="no">
      {client.name}
    </Link>
  );
}

/** The phone number as a link; renders nothing if it cannot be dialled. */
function PhoneLink({ phone }: { phone: string }) {
  const tel = telLink(phone);
  return (
    tel && (
      <a className={classes.phone} href={tel} title={showDialled(phone)}>
        {showPhone(phone)}
      </a>
    )
  );
}
