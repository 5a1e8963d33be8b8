import { clientSource } from '#domain/clients/client.ts';
import { placeOf } from '#domain/places/place.ts';
import classes from '#web/practice/clients/ClientDetails.module.css';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { showInstantDate } from '#web/ground/format/dates.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { showPlace } from '#web/practice/places/place-words.ts';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';
import { UsualTime } from '#web/practice/series/UsualTime.tsx';
import type { ReactNode } from 'react';
import { isTimeZone } from '#domain/time/zone.ts';
import { LETTERS_OFF_TEXT } from '#web/practice/clients/letters-off.ts';
import { showZone } from '#web/ground/format/zones.ts';
import { useNow } from '#web/ui/page/use-now.ts';

interface ClientFieldsProps {
  client: ClientRecord;
  /** Whether the client's series can be changed here. */
  editable?: boolean;
}

export function ClientFields({ client, editable = false }: ClientFieldsProps) {
  const timeZone = useTimeZone();
  const place = showPlace(placeOf({ session: null, client, profile: useProfile() }));
  return (
    <dl className={classes.fields}>
      <UsualTime client={client.id} editable={editable} />
      <LetterRows client={client} />
      {place !== '' && <Row label="Где встречаетесь">{place}</Row>}
      <Row label="Описание">
        {client.description === undefined ? (
          <NotOpened />
        ) : (
          client.description.trim() || <span className="secondary">Нет описания</span>
        )}
      </Row>
      <Row label="Дата регистрации">{showInstantDate(client.registration_date, timeZone)}</Row>
      <Row label="Источник">{clientSource(client)}</Row>
    </dl>
  );
}

/** A client's address, whether letters are sent to it, and the time zone they use (LETTER-01). */
function LetterRows({ client }: { client: ClientRecord }) {
  const { email, time_zone: timeZone } = client;
  const now = useNow();
  const { client_letters: sent, time_zone: own } = useProfile();
  return (
    <>
      <Row label="Email">
        {email === '' ? (
          <span className="secondary">Не&nbsp;указан</span>
        ) : (
          <a className={classes.email} href={`mailto:${email}`}>
            {email}
          </a>
        )}
      </Row>
      {email !== '' && <Row label="Письма клиенту">{remindersOf(client, sent)}</Row>}
      {timeZone !== '' && timeZone !== own && (
        <Row label="Время клиента">{isTimeZone(timeZone) ? showZone(timeZone, now) : timeZone}</Row>
      )}
    </>
  );
}

/** A term and its value, in a description list. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function remindersOf({ reminders, letters_off: off }: ClientRecord, sent: boolean): string {
  if (off !== '') return LETTERS_OFF_TEXT[off];
  if (reminders === 'none') return 'Выключены';
  return sent ? 'На\u00A0email' : 'Выключены для всех клиентов в\u00A0профиле';
}
