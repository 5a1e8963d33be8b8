import { Button } from '@mantine/core';
import { emailKey } from '#domain/accounts/email.ts';
import { type ClientForm, clientKey, isSamePerson } from '#domain/clients/client.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { useArchive } from '#web/practice/clients/use-archive.ts';
import classes from '#web/practice/record-form/ChangedElsewhere.module.css';
import { CopyTyped } from '#web/practice/record-form/CopyTyped.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface ArchivedTwinProps {
  twin: ClientRecord;
  typed: ClientForm;
  onReturned: () => void;
}

/**
 * When a new client is refused as a duplicate of an archived one, offers to restore that one; if both have a
 * description or an address, the person decides.
 */
export function ArchivedTwin({ twin, typed, onReturned }: ArchivedTwinProps) {
  const move = useArchive(onReturned);
  if (!isSamePerson(clientKey(twin.name, twin.phone), clientKey(typed.name, typed.phone))) return null;
  const [stored, added] = [twin.description, typed.description.trim()];
  const locked = stored === undefined;
  const both = !locked && stored !== '' && added !== '' && added !== stored;
  const email = typed.email.trim();
  const isOther = email !== '' && emailKey(email) !== emailKey(twin.email);
  const bothEmails = twin.email !== '' && isOther;
  const unarchive = (taking: boolean) => {
    const description = stored === '' ? added : taking && both ? `${stored}\n\n${added}` : '';
    const time_zone = !bothEmails || taking ? typed.time_zone : '';
    const address = isOther && (!bothEmails || taking);
    // After the mail server refused the old address, a new address gets letters again.
    const reminders = address && (typed.reminders || (twin.letters_off === 'refused' && 'email'));
    submitOnce(move, {
      client: twin,
      archived: false,
      ...(description && { description }),
      ...(address && { email }),
      ...(time_zone && { time_zone }),
      ...(reminders && { reminders }),
    });
  };
  const [before, after] =
    both && bothEmails
      ? ['Вернуть с\u00A0прежними email и\u00A0описанием', 'Вернуть с\u00A0новым email и\u00A0дописать введённое']
      : bothEmails
        ? ['Вернуть с\u00A0прежним email', 'Вернуть с\u00A0новым email']
        : ['Вернуть с\u00A0прежним описанием', 'Вернуть и\u00A0дописать введённое'];
  return (
    <InlineBox kind="info" title="Этот клиент в&nbsp;архиве." announce>
      Его можно вернуть вместе с&nbsp;историей.
      {bothEmails && <> Его email в&nbsp;архиве: {twin.email}.</>}
      {locked && added !== '' && (
        <>
          {' '}
          Его описание в&nbsp;архиве не&nbsp;открывается, и&nbsp;дописать к&nbsp;нему введённое сейчас нельзя:
          скопируйте его, прежде чем возвращать клиента.
          <CopyTyped text={added} />
        </>
      )}
      {both && (
        <>
          {' '}
          Его описание в&nbsp;архиве:
          <blockquote className={classes.now}>{stored}</blockquote>
        </>
      )}
      <span className="flex wrap gap-2 above-3">
        <Button variant="default" onClick={() => unarchive(false)} disabled={move.isPending}>
          {both || bothEmails ? before : 'Вернуть из\u00A0архива'}
        </Button>
        {(both || bothEmails) && (
          <Button variant="default" onClick={() => unarchive(true)} disabled={move.isPending}>
            {after}
          </Button>
        )}
      </span>
    </InlineBox>
  );
}
