import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { toast } from '#web/ui/toast/toast.ts';

/** Copies a typed text that cannot be saved; renders nothing for an empty one. */
export function CopyTyped({ text }: { text: string }) {
  if (!text) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Текст скопирован в буфер обмена');
    } catch {
      toast.error('Не удалось скопировать текст');
    }
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
