import type { ReactNode } from 'react';
import { isTimeZone } from '#domain/time/zone.ts';
import classes from '#web/practice/clients/ClientDetails.module.css';
import { LETTERS_OFF_TEXT } from '#web/practice/clients/letters-off.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { showZone } from '#web/ground/format/zones.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { useNow } from '#web/ui/page/use-now.ts';

/** A client's address, whether letters go there, and the clock that they show (LETTER-01). */
export function LetterRows({ client }: { client: ClientRecord }) {
  const { email, time_zone: timeZone } = client;
  const now = useNow();
  const { client_letters: sent, time_zone: own } = useProfile();
  return (
    <>
      <Row name="Email">
        {email === '' ? (
          <span className="secondary">Не&nbsp;указан</span>
        ) : (
          <a className={classes.email} href={`mailto:${email}`}>
            {email}
          </a>
        )}
      </Row>
      {email !== '' && <Row name="Письма клиенту">{remindersOf(client, sent)}</Row>}
      {timeZone !== '' && timeZone !== own && (
        <Row name="Время клиента">{isTimeZone(timeZone) ? showZone(timeZone, now) : timeZone}</Row>
      )}
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function remindersOf({ reminders, letters_off: off }: ClientRecord, sent: boolean): string {
  if (off !== '') return LETTERS_OFF_TEXT[off];
  if (reminders === 'none') return 'Выключены';
  return sent ? 'На\u00A0email' : 'Выключены для всех клиентов в\u00A0профиле';
}
