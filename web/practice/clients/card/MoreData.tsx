import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CLIENT_RULES } from '#domain/clients/client-rules.ts';
import { mistakeIn } from '#domain/rule.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { useAreLocked } from '#web/ground/api/keys.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { readToday } from '#web/ground/browser/clock.ts';
import { showDate, zoned } from '#web/ground/format/dates.ts';
import { counted, type Forms } from '#web/ground/format/plural.ts';
import { Row } from '#web/practice/clients/ClientFields.tsx';
import { changeClient } from '#web/practice/clients/actions.ts';
import classes from '#web/practice/clients/card/Card.module.css';
import type { FeedRequest } from '#web/practice/clients/card/feed.ts';
import details from '#web/practice/clients/ClientDetails.module.css';
import { type ClientRecord, clientQuery, refreshClients } from '#web/practice/clients/queries.ts';
import { joinedRequest } from '#web/practice/clients/card/joined-request.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const YEARS: Forms = { one: 'год', few: 'года', many: 'лет' };

interface MoreDataProps {
  client: ClientRecord;
  /** The client's requests with their messages, newest first. */
  requests: readonly FeedRequest[];
}

/** Further data about a client, as far as it exists, and what they wrote as a visitor (CARD-05). */
export function MoreData({ client, requests }: MoreDataProps) {
  const timeZone = useTimeZone();
  // The description already shows that all texts are locked.
  const locked = useAreLocked();
  const told = requests.filter(({ message }) => (message === undefined ? !locked : message !== ''));
  const born = readIsoDate(client.birth_date);
  const isShown = (text: SealedText) => (text === undefined ? !locked : text !== '');
  return (
    <dl className={details.fields}>
      {(isShown(client.request) || told.length > 0) && (
        <>
          <dt>Запрос</dt>
          <dd tabIndex={-1}>
            {isShown(client.request) && <Sealed text={client.request} />}
            {told.map((request) => (
              <FromRequest key={request.id} client={client} request={request} timeZone={timeZone} />
            ))}
          </dd>
        </>
      )}
      {isShown(client.agreement) && (
        <Row label="Договорённости">
          <Sealed text={client.agreement} />
        </Row>
      )}
      {born && (
        <Row label="Дата рождения">
          {`${showDate(born)}, ${counted(born.until(readToday(timeZone), { largestUnit: 'years' }).years, YEARS)}`}
        </Row>
      )}
      {isShown(client.emergency) && (
        <Row label="Контакт на&nbsp;экстренный случай">
          <Sealed text={client.emergency} />
        </Row>
      )}
      {client.contact !== '' && (
        <Row label="Другой способ связи">
          <span translate="no">{client.contact}</span>
        </Row>
      )}
      {client.tags.length > 0 && (
        <Row label="Метки">
          <span className={classes.tags}>
            {client.tags.map((tag) => (
              <Link key={tag} to="/dashboard" search={{ tag }} className={classes.tag} translate="no">
                {tag}
              </Link>
            ))}
          </span>
        </Row>
      )}
    </dl>
  );
}

function Sealed({ text }: { text: SealedText }) {
  return text === undefined ? <NotOpened /> : <p translate="no">{text}</p>;
}

/** The button disappears once its text is in the field, so the focus moves to that field. */
function leaveFocus(button: HTMLButtonElement | null) {
  const field = button?.closest('dd');
  return () => {
    if (button && button === document.activeElement) field?.focus({ preventScroll: true });
  };
}

interface FromRequestProps {
  client: ClientRecord;
  request: FeedRequest;
  timeZone: string;
}

/** A visitor's message, with a button to copy it into the field unless it is already there. */
function FromRequest({ client, request: { created, message }, timeZone }: FromRequestProps) {
  const queryClient = useQueryClient();
  const at = zoned(created, timeZone);
  const moving = useMutation({
    mutationFn: async (text: string) => {
      // Another window may have changed the field meanwhile.
      const { request } = await queryClient.fetchQuery({ ...clientQuery(client.id), staleTime: 0 });
      if (request === undefined) throw new Error('The request does not open.');
      const joined = joinedRequest(request, text);
      const mistake = mistakeIn(CLIENT_RULES.request, joined);
      if (mistake) return void toast.error(`Запрос: ${mistake.replace('Не', 'не')}`);
      await changeClient(client.id, { request: joined });
      toast.success('Перенесено в\u00A0«Запрос»');
    },
    onError: (error) => failureToast('Ошибка при обновлении данных клиента', error),
    onSettled: () => refreshClients(),
  });
  const { request } = client;
  const isThere = message === undefined || request === undefined || request.includes(message.trim());
  return (
    <div className={classes.request}>
      <p>
        <span className="secondary">
          Из&nbsp;заявки, <span className="nowrap">{at && showDate(at)}:</span>
        </span>{' '}
        {message === undefined ? <NotOpened /> : <span translate="no">{message}</span>}
      </p>
      {!isThere && (
        <Button
          ref={leaveFocus}
          className="screen-only"
          variant="subtle"
          size="compact-sm"
          aria-busy={moving.isPending}
          onClick={() => submitOnce(moving, message)}
        >
          Перенести в&nbsp;«Запрос»
        </Button>
      )}
    </div>
  );
}
