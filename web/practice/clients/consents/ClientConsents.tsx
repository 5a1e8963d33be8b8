import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import details from '#web/practice/clients/ClientDetails.module.css';
import classes from '#web/practice/clients/consents/Consents.module.css';
import { type ConsentRecord, clientConsentsQuery, versionCountQuery } from '#web/practice/consents/queries.ts';
import { showInstant, showInstantDate } from '#web/ground/format/dates.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

/** The open dialog: for a consent, or to enter a new one. */
export type ConsentTask = { kind: 'paper' } | { kind: 'proof' | 'withdrawal'; consent: ConsentRecord };

export interface ClientConsentsProps {
  client: string;
  onTask: (task: ConsentTask) => void;
}

/** A client's consents, once the practitioner has a consent text (CONSENT-03). */
export function ClientConsents({ client, onTask }: ClientConsentsProps) {
  const { data: versions = 0 } = useQuery(versionCountQuery());
  const consents = useQuery({ ...clientConsentsQuery(client), enabled: versions > 0 });
  if (consents.isError && !consents.data)
    return <ErrorState title="Не&nbsp;удалось загрузить согласия" onRetry={() => void consents.refetch()} />;
  if (!consents.data) return null;
  return (
    <section aria-labelledby="client-consents">
      <div className={details.heading}>
        <h3 id="client-consents">Согласия</h3>
      </div>
      {consents.data.length === 0 && <p className="secondary">Согласия на&nbsp;обработку данных пока нет.</p>}
      <ul role="list" aria-labelledby="client-consents">
        {consents.data.map((consent) => (
          <Row key={consent.id} consent={consent} onTask={onTask} />
        ))}
      </ul>
      <Button variant="default" className={`${classes.add} screen-only`} onClick={() => onTask({ kind: 'paper' })}>
        Добавить согласие на&nbsp;бумаге
      </Button>
    </section>
  );
}

function Row({ consent, onTask }: { consent: ConsentRecord } & Pick<ClientConsentsProps, 'onTask'>) {
  const timeZone = useTimeZone();
  const { given_at: given, manner, withdrawn_at: withdrawn, expand } = consent;
  const when = manner === 'web' ? showInstant(given, timeZone) : showInstantDate(given, timeZone);
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <div>{when}</div>
        <div className="small secondary">
          Версия&nbsp;{expand?.document?.version}, {manner === 'web' ? 'на\u00A0сайте' : 'на\u00A0бумаге'}
          {withdrawn !== '' && `, отозвано ${showInstantDate(withdrawn, timeZone)}`}
        </div>
      </div>
      <div className={`${classes.tasks} screen-only`}>
        {withdrawn === '' && (
          <Button
            variant="subtle"
            color="gray"
            aria-label={`Отметить отзыв согласия от\u00A0${when}`}
            onClick={() => onTask({ kind: 'withdrawal', consent })}
          >
            Отметить отзыв
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          aria-label={`Открыть согласие от\u00A0${when}`}
          onClick={() => onTask({ kind: 'proof', consent })}
        >
          Открыть
        </Button>
      </div>
    </li>
  );
}
