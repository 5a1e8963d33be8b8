import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { toast } from '#web/ui/toast/toast.ts';

/** Copies what is shown once, such as recovery codes and the key of an app. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Скопировано');
    } catch {
      toast.error('Не\u00A0удалось скопировать. Выделите и\u00A0скопируйте сами.');
    }
  };
  return (
    <Button variant="default" leftSection={<IconCopy aria-hidden size={18} stroke={1.6} />} onClick={() => void copy()}>
      {children}
    </Button>
  );
}
