import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isolated } from '#domain/text/isolated.ts';
import { hoursOn } from '#domain/availability/default-hours.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { errorText, statusOf } from '#web/ground/api/errors.ts';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import { clientQuery } from '#web/practice/clients/queries.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { freeTimesQuery, heldTimeQuery, lastSessionQuery } from '#web/practice/sessions/queries.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import { proposedTime } from '#web/practice/sessions/proposed-time.ts';
import { newSessionForm } from '#web/practice/sessions/session-form.ts';
import { SessionFormCard } from '#web/practice/sessions/SessionFormCard.tsx';
import { COMING, Waiting } from '#web/practice/sessions/SessionFormComing.tsx';
import { useSessionForm } from '#web/practice/sessions/use-session-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
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
  const proposal = useProposedTime(wish.date);
  if (statusOf(client.error) === 404) return <Navigate to="/dashboard/sessions/new" search={wish} replace />;
  // Both arrive together, so that no field moves under the pointer.
  if (client.data && !last.isPending && (wish.time || proposal)) {
    return <NewSession key={clientId} client={client.data} last={last.data ?? null} proposal={proposal} />;
  }
  return <Waiting query={client} title="Ошибка при загрузке клиента" />;
}

/** The time that the day (today's by default) proposes; undefined until it is known. */
function useProposedTime(wish: string | undefined): string | undefined {
  const timeZone = useTimeZone();
  const { date } = newSessionForm(Temporal.Now.plainDateISO(timeZone), wish ? { date: wish } : {});
  const hours = useQuery(availabilityQuery());
  const held = useQuery(heldTimeQuery(date, timeZone));
  const free = useQuery(freeTimesQuery(date, SESSION_DURATION.default, null));
  // A failure does not keep the form away.
  if ([hours, held, free].some(({ isPending, failureCount }) => isPending && failureCount === 0)) return undefined;
  const day = Temporal.PlainDate.from(date);
  return proposedTime({
    date: day,
    timeZone,
    hours: hoursOn(day, hours.data ?? []),
    held: held.data ?? [],
    free: free.data ?? [],
  });
}

interface NewSessionFormProps {
  client: ClientRecord;
  last: SessionTimeRecord | null;
  proposal: string | undefined;
}

function NewSessionForm({ client, last, proposal }: NewSessionFormProps) {
  // What changes elsewhere moves no field of an open form.
  const [proposed] = useState(proposal);
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
    wish: { ...wish, ...(proposed && !wish.time && { time: proposed }) },
    timeZone,
    onSaved: ({ date, time }, shown, made) => {
      // The list is sorted newest first, so the new session can be missing from its first page.
      const first = `${showDate(Temporal.PlainDate.from(date))} ${time}, ${isolated(client.name)}`;
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
