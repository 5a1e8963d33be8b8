import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showPhone } from '#domain/clients/phone.ts';
import { statusInWords } from '#domain/sessions/session.ts';
import classes from '#web/practice/clients/ClientDetails.module.css';
import { ClientFields } from '#web/practice/clients/ClientFields.tsx';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { paperSessionsQuery, type WrittenSession } from '#web/practice/clients/session-queries.ts';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { showDurationBriefly } from '#web/ground/format/duration.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { Dialog, DialogBody } from '#web/ui/dialog/Dialog.tsx';
import { PrintingFooter } from '#web/ui/dialog/PrintingFooter.tsx';
import { WrittenTexts } from '#web/practice/sessions/WrittenTexts.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';
import { Coming } from '#web/ui/page/Coming.tsx';

interface ClientPaperProps {
  client: ClientRecord;
  onClose: () => void;
}

/** A client's details and all sessions for print, on request with news and thoughts (CAL-05). */
export function ClientPaper({ client, onClose }: ClientPaperProps) {
  const [texts, setTexts] = useState(false);
  const sessions = useQuery(paperSessionsQuery(client.id, texts));
  return (
    <Dialog onClose={onClose} width={620} title={client.name} subtitle={showPhone(client.phone)}>
      <DialogBody>
        <Switch
          className={`${classes.withTexts} screen-only`}
          label="С&nbsp;записями"
          checked={texts}
          onChange={(event) => setTexts(event.currentTarget.checked)}
        />
        <ClientFields client={client} />
        {sessions.data ? (
          <section aria-labelledby="paper-sessions">
            <div className={classes.heading}>
              <h3 id="paper-sessions">{counted(sessions.data.length, SESSIONS)}</h3>
            </div>
            <ul className={classes.paper}>
              {sessions.data.map((session) => (
                <PaperSession key={session.id} session={session} texts={texts} />
              ))}
            </ul>
          </section>
        ) : (
          <Coming query={sessions} failed="Ошибка при загрузке сессий клиента" text="Загрузка сессий..." count={3} />
        )}
      </DialogBody>
      <PrintingFooter closeText="Назад" ready={sessions.data !== undefined} onClose={onClose} />
    </Dialog>
  );
}

function PaperSession({ session, texts }: { session: WrittenSession; texts: boolean }) {
  const start = zoned(session.date, useTimeZone());
  return (
    <li>
      <p>
        <span className="nowrap">
          {start && showDate(start)} <b>{start && showTime(start)}</b>
        </span>
        {', '}
        {showDurationBriefly(session.duration)}, {statusInWords(session).toLowerCase()}
      </p>
      {texts && <WrittenTexts className={classes.written} news={session.news} thoughts={session.thoughts} />}
    </li>
  );
}
