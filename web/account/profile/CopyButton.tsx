import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '#web/ui/dialog/copy-text.tsx';
import { toast } from '#web/ui/toast/toast.ts';

/** Copies a secret that is shown only once, such as recovery codes or the key for an app. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const copy = async () => {
    if (await copyText(text, 'Не\u00A0удалось скопировать')) toast.success('Скопировано');
  };
  return (
    <Button variant="default" leftSection={<IconCopy aria-hidden size={18} stroke={1.6} />} onClick={() => void copy()}>
      {children}
    </Button>
  );
}
