import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import type { MessageKind } from '#domain/messages/blanks.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import type { AboutMeeting } from '#web/practice/messages/queries.ts';
import { openDialog } from '#web/ui/dialog/hosted.ts';

const MessageDialog = lazyDialog(async () => (await import('#web/practice/messages/MessageDialog.tsx')).MessageDialog);

interface Message {
  client: string;
  about: AboutMeeting;
  /** Selected initially, if it applies to the meeting. */
  kind?: MessageKind;
}

/** Opens the message templates for a client (MSG-01). */
export function openMessage(message: Message): void {
  void openDialog((close) => <MessageDialog opened {...message} onClose={close} />);
}

export function MessageButton(message: Message) {
  return (
    <Button
      variant="default"
      leftSection={<IconMessage aria-hidden size={18} stroke={1.6} />}
      aria-haspopup="dialog"
      onClick={() => openMessage(message)}
    >
      Сообщение
    </Button>
  );
}
