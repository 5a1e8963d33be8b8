import { useQuery } from '@tanstack/react-query';
import { showPhone } from '#domain/clients/phone.ts';
import details from '#web/practice/clients/ClientDetails.module.css';
import classes from '#web/practice/clients/consents/Consents.module.css';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { dayOf, isBeforeText } from '#web/practice/clients/consents/consent-days.ts';
import { type ConsentProof, consentQuery } from '#web/practice/consents/queries.ts';
import { showDate, showInstantDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { showZoneInFull } from '#web/ground/format/zones.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { Dialog, DialogBody } from '#web/ui/dialog/Dialog.tsx';
import { PrintingFooter } from '#web/ui/dialog/PrintingFooter.tsx';
import { Coming } from '#web/ui/page/Coming.tsx';

interface ConsentPaperProps {
  client: ClientRecord;
  consent: string;
  onClose: () => void;
}

/** One consent for print: the text, and the proof of who consented to it and when. */
export function ConsentPaper({ client, consent, onClose }: ConsentPaperProps) {
  const proof = useQuery(consentQuery(consent));
  return (
    <Dialog
      reads
      onClose={onClose}
      width={620}
      title="Согласие клиента"
      subtitle={
        <>
          <span translate="no">{client.name}</span>, <span className="nowrap">{showPhone(client.phone)}</span>
        </>
      }
    >
      <DialogBody>
        {proof.data ? (
          <Proof proof={proof.data} />
        ) : (
          <Coming query={proof} failed="Не&nbsp;удалось загрузить согласие" text="Загрузка согласия..." count={3} />
        )}
      </DialogBody>
      <PrintingFooter closeText="Назад" ready={proof.data !== undefined} onClose={onClose} />
    </Dialog>
  );
}

function Proof({ proof }: { proof: ConsentProof }) {
  const timeZone = useTimeZone();
  const { given_at: given, manner, withdrawn_at: withdrawn, address, device, expand } = proof;
  const document = expand?.document;
  if (!document) return null;
  const entered = showMoment(document.created, timeZone);
  const isOlder = isBeforeText(dayOf(given, timeZone), document.created, timeZone);
  return (
    <>
      <dl className={details.fields}>
        <dt>Дано</dt>
        <dd>{manner === 'web' ? showMoment(given, timeZone) : showInstantDate(given, timeZone)}</dd>
        <dt>Как</dt>
        <dd>{manner === 'web' ? 'На\u00A0сайте' : 'На\u00A0бумаге'}</dd>
        {manner === 'web' && (
          <>
            <dt>Адрес</dt>
            <dd>{address}</dd>
            <dt>Устройство</dt>
            <dd>{device}</dd>
          </>
        )}
        {withdrawn !== '' && (
          <>
            <dt>Отозвано</dt>
            <dd>{showInstantDate(withdrawn, timeZone)}</dd>
          </>
        )}
        <dt>Версия текста</dt>
        <dd>
          {document.version}
          {!isOlder && `, от\u00A0${entered}`}
        </dd>
        {isOlder && (
          <>
            <dt>Текст внесён в&nbsp;программу</dt>
            <dd>{entered}</dd>
          </>
        )}
        <dt>SHA-256 текста</dt>
        <dd>{document.hash}</dd>
      </dl>
      <div className={classes.text}>
        <h3>{document.title}</h3>
        <p>{document.text}</p>
      </div>
    </>
  );
}

/** '18.11.2026 15:00:07, Москва, UTC+3 (Europe/Moscow)' */
function showMoment(instant: string, timeZone: string): string {
  const time = zoned(instant, timeZone);
  if (!time) return '';
  const seconds = String(time.second).padStart(2, '0');
  return `${showDate(time)} ${showTime(time)}:${seconds}, ${showZoneInFull(timeZone, time.toInstant())}`;
}
