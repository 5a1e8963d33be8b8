import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { DialogFooter } from '#web/ui/dialog/Dialog.tsx';

interface PrintingFooterProps {
  /** What leaves the dialog says. */
  closeText: string;
  /** Everything that belongs on the paper is there. */
  ready: boolean;
  onClose: () => void;
}

/** The foot of a dialog whose content is printed. */
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
