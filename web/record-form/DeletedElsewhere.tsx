import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { toast } from '#web/ui/toast/toast.ts';

interface DeletedElsewhereProps {
  /** 'Эту сессию удалили в другом месте.' */
  title: string;
  /** The possible next steps. */
  children: ReactNode;
  /** The typed text; empty when there is nothing to copy. */
  text: string;
}

/** The form's record has been deleted elsewhere: the typed text stays and can be copied. */
export function DeletedElsewhere({ title, children, text }: DeletedElsewhereProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Текст скопирован в буфер обмена');
    } catch {
      toast.error('Не удалось скопировать текст');
    }
  };
  return (
    <InlineBox kind="warning" announce title={title}>
      {children}
      {text && (
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
      )}
    </InlineBox>
  );
}
