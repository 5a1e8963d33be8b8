import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { errorText, statusOf } from '#web/api/errors.ts';
import { clientQuery } from '#web/clients/queries.ts';
import type { ClientRecord } from '#web/clients/queries.ts';
import { showDate } from '#web/format/dates.ts';
import { counted, SESSIONS } from '#web/format/plural.ts';
import { useTimeZone } from '#web/practice/use-profile.ts';
import { lastSessionQuery } from '#web/sessions/queries.ts';
import type { SessionTimeRecord } from '#web/sessions/queries.ts';
import { SessionFormCard } from '#web/sessions/SessionFormCard.tsx';
import { COMING, Waiting } from '#web/sessions/SessionFormComing.tsx';
import { useSessionForm } from '#web/sessions/use-session-form.ts';
import { withDrafts } from '#web/record-form/with-drafts.tsx';
import { DRAFT_KEPT, retry } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const newRoute = getRouteApi('/dashboard/sessions/new/$clientId');

const NewSession = withDrafts(NewSessionForm, COMING);

/**
 * A new session of one client (SESSION-07…10). If the client does not exist, the page redirects to the client picker.
 */
export function NewSessionPage() {
  const { clientId } = newRoute.useParams();
  const client = useQuery(clientQuery(clientId));
  const last = useQuery(lastSessionQuery(clientId));
  const wish = newRoute.useSearch();
  if (statusOf(client.error) === 404) return <Navigate to="/dashboard/sessions/new" search={wish} replace />;
  // Both arrive together, so that no field moves under the pointer.
  if (client.data && !last.isPending) {
    return <NewSession key={clientId} client={client.data} last={last.data ?? null} />;
  }
  return <Waiting query={client} title="Ошибка при загрузке клиента" />;
}

function NewSessionForm({ client, last }: { client: ClientRecord; last: SessionTimeRecord | null }) {
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const wish = newRoute.useSearch();
  const { view } = wish;
  // A time chosen in the calendar leads back there, to the day of the saved session.
  const leave = (day = wish.date) =>
    void navigate(
      view ? { to: '/dashboard/calendar', search: { view, ...(day && { date: day }) } } : { to: '/dashboard/sessions' },
    );
  const editing = useSessionForm({
    // Another time from the calendar gets a draft of its own.
    name: ['session-new', client.id, wish.date, wish.time].filter(Boolean).join('-'),
    session: null,
    client: client.id,
    last,
    wish,
    timeZone,
    onSaved: ({ date, time }, shown, made) => {
      // The list is sorted newest first, so the new session can be missing from its first page.
      const first = `${showDate(Temporal.PlainDate.from(date))} ${time}, ${client.name}`;
      if (made === null) toast.success(first, { title: 'Сессия успешно создана' });
      else toast.success(client.name, { title: `Серия создана: ${counted(made, SESSIONS)}` });
      if (shown) leave(date);
    },
    onFailure: (error, form) => {
      const title = `Ошибка при создании сессии: ${errorText(error, 'Неизвестная ошибка')}`;
      if (form === null) toast.error(DRAFT_KEPT, { title });
      else toast.error(title, retry(error, form));
    },
  });
  return <SessionFormCard title="Новая сессия" client={client} editing={editing} onLeave={() => leave()} />;
}
