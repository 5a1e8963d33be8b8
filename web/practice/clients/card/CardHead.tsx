import { useRouter, useRouterState } from '@tanstack/react-router';
import { LettersOffBox } from '#web/practice/clients/LettersOffBox.tsx';
import classes from '#web/practice/clients/card/Card.module.css';
import { NextMeeting } from '#web/practice/clients/card/NextMeeting.tsx';
import { ClientPhone } from '#web/practice/clients/ClientPhone.tsx';
import { InArchive } from '#web/practice/clients/InArchive.tsx';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { MessageButton } from '#web/practice/messages/open-message.tsx';
import { AddButton } from '#web/ui/page/AddButton.tsx';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

/** Who it is, when the next meeting is, and what is done most (CARD-01). */
export function CardHead({ client }: { client: ClientRecord }) {
  return (
    <>
      <PageHeader
        above={<BackToOrigin />}
        title={<span translate="no">{client.name}</span>}
        subtitle={<ClientPhone phone={client.phone} />}
        action={
          <>
            <MessageButton client={client.id} about="next" />
            <AddButton
              link={{
                to: '/dashboard/sessions/new/$clientId',
                params: { clientId: client.id },
                search: { from: 'card' },
                state: { opener: true },
              }}
            >
              Новая сессия
            </AddButton>
          </>
        }
      />
      {client.archived && <InArchive client={client} />}
      {client.letters_off && (
        <div className={classes.notice}>
          <LettersOffBox why={client.letters_off} />
        </div>
      )}
      <NextMeeting client={client.id} />
    </>
  );
}

/** Back to the screen that led here; of an address that was opened by itself to the clients. */
function BackToOrigin() {
  const { history } = useRouter();
  const came = useRouterState({ select: ({ location }) => location.state.opener === true });
  if (!came) return <BackLink to="/dashboard">Клиенты</BackLink>;
  return (
    <BackLink
      to="/dashboard"
      onClick={(event) => {
        event.preventDefault();
        history.back();
      }}
    >
      К&nbsp;прежнему экрану
    </BackLink>
  );
}
