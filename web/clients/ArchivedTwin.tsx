import { Button } from '@mantine/core';
import { type ClientInput, clientKey } from '#domain/clients/client.ts';
import type { ClientRecord } from '#web/clients/queries.ts';
import { useArchive } from '#web/clients/use-archive.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface ArchivedTwinProps {
  twin: ClientRecord;
  typed: ClientInput;
  onReturned: () => void;
}

/** Offers to bring back the archived client as whose duplicate a new one was refused; what was typed goes along. */
export function ArchivedTwin({ twin, typed, onReturned }: ArchivedTwinProps) {
  const move = useArchive(onReturned);
  if (clientKey(twin.name, twin.phone) !== clientKey(typed.name, typed.phone)) return null;
  const description = [twin.description, typed.description.trim()].filter(Boolean).join('\n\n');
  return (
    <InlineBox kind="info" title="Этот клиент в&nbsp;архиве." announce>
      Его можно вернуть вместе с&nbsp;историей.{' '}
      <Button
        variant="default"
        onClick={() => move.mutate({ client: twin, archived: false, description })}
        disabled={move.isPending}
      >
        Вернуть из&nbsp;архива
      </Button>
    </InlineBox>
  );
}
