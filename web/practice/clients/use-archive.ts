import { useMutation } from '@tanstack/react-query';
import type { ClientForm } from '#domain/clients/client.ts';
import { changeClient } from '#web/practice/clients/actions.ts';
import { type ClientCardRecord, refreshClients } from '#web/practice/clients/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface Move extends Partial<Pick<ClientForm, 'description' | 'email' | 'time_zone' | 'reminders'>> {
  client: Pick<ClientCardRecord, 'id' | 'name'>;
  archived: boolean;
}

/**
 * Archives a client, with an undo in the toast, or restores them (CLIENT-11); further fields are saved along with that.
 */
export function useArchive(onMoved: (archived: boolean) => void) {
  const move = useMutation({
    mutationFn: ({ client, ...changes }: Move) => changeClient(client.id, changes),
    onSuccess: async (_stored, { client, archived }) => {
      toast.success(
        client.name,
        archived
          ? {
              title: 'Клиент перенесён в\u00A0архив',
              undo: { text: 'Вернуть из\u00A0архива', onPress: () => move.mutate({ client, archived: false }) },
            }
          : { title: 'Клиент снова в\u00A0списке' },
      );
      onMoved(archived);
      await refreshClients();
    },
    onError: (error) => failureToast('Ошибка при обновлении клиента', error),
  });
  return move;
}
