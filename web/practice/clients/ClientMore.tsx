import { useNavigate } from '@tanstack/react-router';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { MoreItem, MoreMenu } from '#web/ui/form/MoreMenu.tsx';

interface ClientMoreProps {
  client: ClientRecord;
  onPrint: () => void;
  onExport: () => void;
  onArchive: () => void;
}

/** The rarely used actions for a client. */
export function ClientMore({ client, onPrint, onExport, onArchive }: ClientMoreProps) {
  const navigate = useNavigate();
  return (
    <MoreMenu>
      <MoreItem onPress={onPrint}>Печать</MoreItem>
      <MoreItem onPress={onExport}>Выгрузка по&nbsp;клиенту</MoreItem>
      {!client.archived && <MoreItem onPress={onArchive}>В&nbsp;архив</MoreItem>}
      <MoreItem onPress={() => void navigate({ to: '/dashboard/profile/journal', search: { client: client.id } })}>
        Журнал
      </MoreItem>
    </MoreMenu>
  );
}
