import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { statusOf } from '#web/ground/api/errors.ts';
import { letterAddress } from '#web/practice/letters/letter-address.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { Coming } from '#web/ui/page/Coming.tsx';
import { noteSaved } from '#web/ui/page/just-saved.ts';
import { sessionQuery } from '#web/practice/sessions/queries.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import { COMING } from '#web/practice/sessions/SessionFormComing.tsx';
import { SessionFormCard } from '#web/practice/sessions/SessionFormCard.tsx';
import { useSessionForm } from '#web/practice/sessions/use-session-form.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';

const editRoute = getRouteApi('/dashboard/sessions/edit/$sessionId');

const StoredSession = withDrafts(StoredSessionForm, COMING);

/** A stored session on its own page. */
export function EditSessionPage() {
  const { sessionId } = editRoute.useParams();
  const session = useQuery(sessionQuery(sessionId));
  const gone = statusOf(session.error) === 404;
  if (session.data) return <StoredSession key={sessionId} session={session.data} deleted={gone} />;
  if (gone) return <MissingSession />;
  return <Coming query={session} failed="Ошибка при загрузке сессии" text="Загрузка..." count={1} height={420} />;
}

function MissingSession() {
  useEffect(() => {
    toast.error('Сессия не\u00A0найдена, возможно, её\u00A0удалили.');
  }, []);
  return <Navigate to="/dashboard/sessions" replace />;
}

function StoredSessionForm({ session, deleted }: { session: SessionRecord; deleted: boolean }) {
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const address = letterAddress(session.expand?.client, useProfile().client_letters);
  const leave = () => void navigate({ to: '/dashboard/sessions' });
  const editing = useSessionForm({
    name: `session-${session.id}`,
    session,
    deleted,
    timeZone,
    onSaved: (_values, shown, _made, report) => {
      report(address === '' ? [] : [address]);
      noteSaved(session.id);
      if (shown) leave();
    },
    onFailure: (error, form) => failureToast('Ошибка при обновлении сессии', error, form),
  });
  if (deleted && !editing.draft.isUnsaved() && !editing.guard.hidesForm) return <MissingSession />;
  return (
    <SessionFormCard title="Редактирование сессии" client={session.expand?.client} editing={editing} onLeave={leave} />
  );
}
