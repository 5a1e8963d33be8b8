import { Button, Textarea } from '@mantine/core';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';

interface CopyDialogProps {
  title: string;
  text: string;
  onClose: () => void;
}

/** Shows a text that could not be copied, selected, so that it can be copied by hand. */
export function CopyDialog({ title, text, onClose }: CopyDialogProps) {
  return (
    <Dialog onClose={onClose} title={title}>
      <DialogBody>
        <Textarea
          readOnly
          data-autofocus
          autosize
          minRows={1}
          maxRows={12}
          label="Скопируйте отсюда"
          description="Браузер не&nbsp;разрешил сделать это за&nbsp;вас. Всё уже выделено."
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
