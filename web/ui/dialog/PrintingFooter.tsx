import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { DialogFooter } from '#web/ui/dialog/Dialog.tsx';

interface PrintingFooterProps {
  /** The text of the button that closes the dialog. */
  closeText: string;
  /** True once everything to be printed has loaded. */
  ready: boolean;
  onClose: () => void;
}

/** The footer of a dialog whose content can be printed. */
export function PrintingFooter({ closeText, ready, onClose }: PrintingFooterProps) {
  return (
    <DialogFooter>
      <Button variant="default" onClick={onClose}>
        {closeText}
      </Button>
      <Button
        leftSection={<IconPrinter aria-hidden size={18} stroke={1.6} />}
        onClick={() => window.print()}
        disabled={!ready}
      >
        Распечатать
      </Button>
    </DialogFooter>
  );
}
