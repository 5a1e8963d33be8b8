import { clientSource } from '#domain/clients/client.ts';
import { placeOf } from '#domain/places/place.ts';
import classes from '#web/practice/clients/ClientDetails.module.css';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { LetterRows } from '#web/practice/clients/LetterRows.tsx';
import { showInstantDate } from '#web/ground/format/dates.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { showPlace } from '#web/practice/places/place-words.ts';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';
import { UsualTime } from '#web/practice/series/UsualTime.tsx';

interface ClientFieldsProps {
  client: ClientRecord;
  /** The client's series can be changed here. */
  editable?: boolean;
}

export function ClientFields({ client, editable = false }: ClientFieldsProps) {
  const timeZone = useTimeZone();
  const place = showPlace(placeOf({ session: null, client, profile: useProfile() }));
  return (
    <dl className={classes.fields}>
      <UsualTime client={client.id} editable={editable} />
      <LetterRows client={client} />
      {place !== '' && (
        <>
          <dt>Где встречаетесь</dt>
          <dd>{place}</dd>
        </>
      )}
      <dt>Описание</dt>
      <dd>
        {client.description === undefined ? (
          <NotOpened />
        ) : (
          client.description.trim() || <span className="secondary">Нет описания</span>
        )}
      </dd>
      <dt>Дата регистрации</dt>
      <dd>{showInstantDate(client.registration_date, timeZone)}</dd>
      <dt>Источник</dt>
      <dd>{clientSource(client)}</dd>
    </dl>
  );
}
