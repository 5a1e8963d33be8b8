import { Button } from '@mantine/core';
import { type ClientForm, clientKey } from '#domain/clients/client.ts';
import type { ClientRecord } from '#web/clients/queries.ts';
import { useArchive } from '#web/clients/use-archive.ts';
import classes from '#web/record-form/ChangedElsewhere.module.css';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface ArchivedTwinProps {
  twin: ClientRecord;
  typed: ClientForm;
  onReturned: () => void;
}

/** Offers to bring back the archived client as whose duplicate a new one was refused; the person decides about two descriptions. */
export function ArchivedTwin({ twin, typed, onReturned }: ArchivedTwinProps) {
  const move = useArchive(onReturned);
  if (clientKey(twin.name, twin.phone) !== clientKey(typed.name, typed.phone)) return null;
  const [stored, added] = [twin.description, typed.description.trim()];
  const both = stored !== '' && added !== '' && added !== stored;
  // A typed address is new: with none stored, it and the choices that come with it are stored too.
  const { email, time_zone, reminders } = typed;
  const address = twin.email === '' && email !== '' && { email, time_zone, ...(reminders && { reminders }) };
  const bringBack = (description: string) =>
    submitOnce(move, { client: twin, archived: false, ...(description && { description }), ...address });
  return (
    <InlineBox kind="info" title="Этот клиент в&nbsp;архиве." announce>
      Его можно вернуть вместе с&nbsp;историей.
      {both && (
        <>
          {' '}
          Его описание в&nbsp;архиве:
          <blockquote className={classes.now}>{stored}</blockquote>
        </>
      )}
      <span className={classes.choices}>
        <Button variant="default" onClick={() => bringBack(stored === '' ? added : '')} disabled={move.isPending}>
          {both ? 'Вернуть с\u00A0прежним описанием' : 'Вернуть из\u00A0архива'}
        </Button>
        {both && (
          <Button variant="default" onClick={() => bringBack(`${stored}\n\n${added}`)} disabled={move.isPending}>
            Вернуть и&nbsp;дописать введённое
          </Button>
        )}
      </span>
    </InlineBox>
  );
}
