import { clientSource } from '#domain/clients/client.ts';
import classes from '#web/clients/ClientDetails.module.css';
import type { ClientRecord } from '#web/clients/queries.ts';
import { showInstantDate } from '#web/format/dates.ts';
import { useTimeZone } from '#web/practice/use-profile.ts';
import { UsualTime } from '#web/series/UsualTime.tsx';

export function ClientFields({ client }: { client: ClientRecord }) {
  const timeZone = useTimeZone();
  return (
    <dl className={classes.fields}>
      <UsualTime client={client.id} />
      <dt>Описание</dt>
      <dd>{client.description.trim() || <span className="secondary">Нет описания</span>}</dd>
      <dt>Дата регистрации</dt>
      <dd>{showInstantDate(client.registration_date, timeZone)}</dd>
      <dt>Источник</dt>
      <dd>{clientSource(client)}</dd>
    </dl>
  );
}
