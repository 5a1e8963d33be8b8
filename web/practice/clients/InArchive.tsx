import { Button } from '@mantine/core';
import classes from '#web/practice/clients/ClientDetails.module.css';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { useArchive } from '#web/practice/clients/use-archive.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** Shows that a client is archived, with a button to restore them (CLIENT-11). */
export function InArchive({ client }: { client: ClientRecord }) {
  const move = useArchive(() => undefined);
  return (
    <div className={classes.archived}>
      <InlineBox kind="info" title="Клиент в&nbsp;архиве.">
        В&nbsp;списке клиентов и&nbsp;при выборе для новой сессии его нет.
        <Button variant="default" onClick={() => move.mutate({ client, archived: false })} disabled={move.isPending}>
          Вернуть из&nbsp;архива
        </Button>
      </InlineBox>
    </div>
  );
}
