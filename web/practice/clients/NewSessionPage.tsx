import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { toldApart } from '#domain/clients/told-apart.ts';
import { isolated } from '#domain/text/isolated.ts';
import { printInstant } from '#domain/time/instant.ts';
import { errorText, statusOf } from '#web/ground/api/errors.ts';
import { clientPage } from '#web/practice/client-page/client-page.ts';
import { clientQuery } from '#web/practice/clients/queries.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { openMessage } from '#web/practice/messages/open-message.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { lastSessionQuery } from '#web/practice/sessions/queries.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import type { Proposal } from '#web/practice/sessions/proposed-time.ts';
import { useProposal } from '#web/practice/sessions/use-proposal.ts';
import { startOf } from '#web/practice/sessions/session-form.ts';
import { SessionFormCard } from '#web/practice/sessions/SessionFormCard.tsx';
import { COMING } from '#web/practice/sessions/SessionFormComing.tsx';
import { useSessionForm } from '#web/practice/sessions/use-session-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { Coming } from '#web/ui/page/Coming.tsx';
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
  const proposal = useProposal(wish, last.isPending ? undefined : (last.data ?? null));
  if (statusOf(client.error) === 404) return <Navigate to="/dashboard/sessions/new" search={wish} replace />;
  // Waits for both, so that no field moves under the pointer.
  if (client.data && !last.isPending && (wish.time || proposal)) {
    return <NewSession key={clientId} client={client.data} last={last.data ?? null} proposal={proposal} />;
  }
  return <Coming query={client} failed="Ошибка при загрузке клиента" text="Загрузка..." count={1} height={420} />;
}

interface NewSessionFormProps {
  client: ClientRecord;
  last: SessionTimeRecord | null;
  proposal: Proposal | undefined;
}

function NewSessionForm({ client, last, proposal }: NewSessionFormProps) {
  // Frozen, so that changes elsewhere do not alter an open form.
  const [proposed] = useState(proposal);
  const navigate = useNavigate();
  const { history } = useRouter();
  const timeZone = useTimeZone();
  const wish = newRoute.useSearch();
  const { view, from } = wish;
  // Returns to where the form was opened; in the calendar, to the day of the saved session.
  const leave = (day = wish.date) => {
    if (view) return void navigate({ to: '/dashboard/calendar', search: { view, ...(day && { date: day }) } });
    if (from === 'card') {
      if (history.location.state.opener === true) return history.back();
      return void navigate({ ...clientPage(client.id), replace: true });
    }
    if (from === 'client') return void navigate({ to: '/dashboard', search: { client: client.id } });
    void navigate({ to: from === 'home' ? '/' : '/dashboard/sessions' });
  };
  const editing = useSessionForm({
    // Another time from the calendar gets its own draft.
    name: ['session-new', client.id, wish.date, wish.time].filter(Boolean).join('-'),
    session: null,
    client: client.id,
    last,
    wish: { ...wish, ...(!wish.time && proposed) },
    timeZone,
    onSaved: ({ date, time, status }, shown, made) => {
      // The list is sorted newest first, so the new session may not be on its first page.
      const first = `${showDate(Temporal.PlainDate.from(date))} ${time}, ${isolated(toldApart(client))}`;
      const start = startOf({ date, time }, timeZone);
      const planned = start && (status === 'scheduled' || status === 'reserved') ? printInstant(start) : null;
      const action = planned && {
        text: 'Сообщение',
        onPress: () => openMessage({ client: client.id, about: { at: planned }, kind: 'planned' }),
      };
      if (made === null) toast.success(first, { title: 'Сессия успешно создана', ...(action && { action }) });
      else toast.success(toldApart(client), { title: `Серия создана: ${counted(made, SESSIONS)}` });
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
