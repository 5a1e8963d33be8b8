import { Button } from '@mantine/core';
import { ExportFields } from '#web/practice/archive/ExportFields.tsx';
import { useExport } from '#web/practice/archive/use-export.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';

interface ClientExportDialogProps {
  client: ClientRecord;
  onClose: () => void;
}

/** Exports everything about one client as a file, for example to hand it over (OWN-04). */
export function ClientExportDialog({ client, onClose }: ClientExportDialogProps) {
  const exporting = useExport(client.id);
  const isRunning = exporting.progress !== null;
  return (
    <Dialog
      onClose={onClose}
      title="Выгрузка по&nbsp;клиенту"
      subtitle={client.name}
      busy={isRunning}
      closeOnClickOutside={false}
    >
      <form onSubmit={exporting.onSubmit}>
        <DialogBody>
          <FieldStack>
            <p>
              Один файл ZIP со&nbsp;всем, что есть об&nbsp;этом человеке: карточка, сессии с&nbsp;новостями
              и&nbsp;мыслями, серии, заявки и&nbsp;согласия. Страницу внутри откроет любой браузер. Ваши записи
              о&nbsp;человеке там тоже есть: прежде чем отдать архив, прочитайте&nbsp;его.
            </p>
            <ExportFields exporting={exporting} />
          </FieldStack>
        </DialogBody>
        <DialogFooter>
          <Button variant="default" onClick={isRunning ? exporting.stop : onClose}>
            {isRunning ? 'Остановить' : 'Назад'}
          </Button>
          <SubmitButton pending={isRunning} pendingText="Выгружаем...">
            Выгрузить
          </SubmitButton>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
