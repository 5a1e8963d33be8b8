import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorText, statusOf } from '#web/api/errors.ts';
import { clientQuery } from '#web/clients/queries.ts';
import type { ClientRecord } from '#web/clients/queries.ts';
import { showDate } from '#web/format/dates.ts';
import { profileQuery } from '#web/profile/profile-query.ts';
import { useTimeZone } from '#web/profile/use-time-zone.ts';
import { addSession, changeSession } from '#web/sessions/actions.ts';
import { sessionQuery } from '#web/sessions/queries.ts';
import type { SessionRecord } from '#web/sessions/queries.ts';
import { formOf, newSessionForm } from '#web/sessions/session-form.ts';
import { SessionFormCard } from '#web/sessions/SessionFormCard.tsx';
import { useSessionForm } from '#web/sessions/use-session-form.ts';
import { failureToast, retry } from '#web/ui/failure-toast.ts';
import { LoadingCards } from '#web/ui/LoadingCards.tsx';
import { ErrorState } from '#web/ui/StateCard.tsx';
import { toast } from '#web/ui/toast.tsx';
import { withDrafts } from '#web/ui/with-drafts.tsx';

const newRoute = getRouteApi('/dashboard/sessions/new/$clientId');
const editRoute = getRouteApi('/dashboard/sessions/edit/$sessionId');

const COMING = <LoadingCards text="Загрузка..." columns={1} count={1} height={420} />;
const NewSession = withDrafts(NewSessionForm, COMING);
const StoredSession = withDrafts(StoredSessionForm, COMING);

/** A new session of one client (SESSION-07…10). Without that client there is nothing to plan: the picker asks anew. */
export function NewSessionPage() {
  const { clientId } = newRoute.useParams();
  const client = useQuery(clientQuery(clientId));
  const profile = useQuery(profileQuery());
  if (statusOf(client.error) === 404) return <Navigate to="/dashboard/sessions/new" replace />;
  if (client.data && profile.data) return <NewSession key={clientId} client={client.data} />;
  return <Waiting queries={[client, profile]} title="Ошибка при загрузке клиента" />;
}

function NewSessionForm({ client }: { client: ClientRecord }) {
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const wish = newRoute.useSearch();
  const leave = () => void navigate({ to: '/dashboard/sessions' });
  const editing = useSessionForm({
    // Another time chosen in the calendar is another session.
    draft: ['session-new', client.id, wish.date, wish.time].filter(Boolean).join('-'),
    stored: newSessionForm(Temporal.Now.plainDateISO(timeZone), wish),
    session: null,
    timeZone,
    texts: 'completed',
    save: ({ attempt, mayOverlap }) => {
      const { sent, ...of } = attempt();
      return addSession(client.id, of, sent, { timeZone, mayOverlap });
    },
    onSaved: ({ date, time }) => {
      // The list shows the newest first: the new session need not be on its first page.
      toast.success(`${showDate(Temporal.PlainDate.from(date))} ${time}, ${client.name}`, {
        title: 'Сессия успешно создана',
      });
      leave();
    },
    onFailure: (error) =>
      toast.error(
        `Ошибка при создании сессии: ${errorText(error, 'Неизвестная ошибка')}`,
        retry(error, editing.formId),
      ),
  });
  return <SessionFormCard title="Новая сессия" client={client} editing={editing} onLeave={leave} />;
}

/** A stored session on a page of its own. */
export function EditSessionPage() {
  const { sessionId } = editRoute.useParams();
  const session = useQuery(sessionQuery(sessionId));
  const profile = useQuery(profileQuery());
  const gone = statusOf(session.error) === 404;
  if (session.data && profile.data) return <StoredSession key={sessionId} session={session.data} deleted={gone} />;
  if (gone) return <MissingSession />;
  return <Waiting queries={[session, profile]} title="Ошибка при загрузке сессии" />;
}

function MissingSession() {
  useEffect(() => toast.error('Сессия не найдена, возможно, её удалили.'), []);
  return <Navigate to="/dashboard/sessions" replace />;
}

function StoredSessionForm({ session, deleted }: { session: SessionRecord; deleted: boolean }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const leave = () => void navigate({ to: '/dashboard/sessions' });
  const editing = useSessionForm({
    draft: `session-${session.id}`,
    stored: formOf(session, timeZone),
    session,
    deleted,
    timeZone,
    texts: 'completed',
    save: ({ mayOverlap, over }) =>
      changeSession(queryClient, session.id, { timeZone, mayOverlap, over, texts: 'completed' }),
    onSaved: () => {
      toast.success('Сессия обновлена');
      leave();
    },
    onFailure: (error) => failureToast('Ошибка при обновлении сессии', error, editing.formId),
  });
  if (deleted && !editing.draft.isUnsaved() && !editing.guard.covers) return <MissingSession />;
  return (
    <SessionFormCard title="Редактирование сессии" client={session.expand?.client} editing={editing} onLeave={leave} />
  );
}

interface WaitingProps {
  queries: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> }[];
  title: string;
}

/** The form cannot be shown yet, or could not be read. */
function Waiting({ queries, title }: WaitingProps) {
  if (!queries.some((query) => query.isError)) return COMING;
  return (
    <ErrorState
      title={title}
      onRetry={() => void Promise.all(queries.map((query) => query.refetch()))}
      retrying={queries.some((query) => query.isFetching)}
    />
  );
}
