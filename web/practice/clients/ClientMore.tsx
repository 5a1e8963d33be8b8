import { Button } from '@mantine/core';
import { IconArchive, IconDownload, IconEraser, IconHistory, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '#web/practice/clients/ClientDetails.module.css';
import type { ClientRecord } from '#web/practice/clients/queries.ts';

interface ClientMoreProps {
  client: ClientRecord;
  onPrint: () => void;
  onExport: () => void;
  onArchive: () => void;
  onErase: () => void;
}

/** What is seldom done with a client, below everything that is read. */
export function ClientMore({ client, onPrint, onExport, onArchive, onErase }: ClientMoreProps) {
  const common = { variant: 'subtle', color: 'gray' } as const;
  const icon = { 'aria-hidden': true, size: 18, stroke: 1.6 } as const;
  return (
    <div className={`${classes.more} screen-only`}>
      <Button {...common} leftSection={<IconPrinter {...icon} />} onClick={onPrint}>
        Печать
      </Button>
      <Button {...common} leftSection={<IconDownload {...icon} />} onClick={onExport}>
        Выгрузка по&nbsp;клиенту
      </Button>
      {!client.archived && (
        <Button {...common} leftSection={<IconArchive {...icon} />} onClick={onArchive}>
          В&nbsp;архив
        </Button>
      )}
      <Button
        {...common}
        leftSection={<IconHistory {...icon} />}
        renderRoot={(props) => <Link to="/dashboard/profile/journal" search={{ client: client.id }} {...props} />}
      >
        Журнал
      </Button>
      <Button {...common} color="red" leftSection={<IconEraser {...icon} />} onClick={onErase}>
        Удалить данные клиента без следа
      </Button>
    </div>
  );
}
