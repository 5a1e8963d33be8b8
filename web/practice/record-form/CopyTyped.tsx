import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '#web/ui/dialog/copy-text.tsx';
import { toast } from '#web/ui/toast/toast.ts';

/** Copies a typed text that cannot be saved; renders nothing for an empty one. */
export function CopyTyped({ text }: { text: string }) {
  if (!text) return null;
  const copy = async () => {
    if (await copyText(text, 'Не удалось скопировать текст')) toast.success('Текст скопирован в буфер обмена');
  };
  return (
    <div>
      <Button
        variant="default"
        mt={12}
        leftSection={<IconCopy aria-hidden size={18} stroke={1.6} />}
        onClick={() => void copy()}
      >
        Скопировать введённое
      </Button>
    </div>
  );
}
