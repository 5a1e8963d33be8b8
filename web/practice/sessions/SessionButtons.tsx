import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { SessionFlow } from '#web/practice/sessions/session-flow.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';

interface SessionButtonsProps {
  step: SessionFlow['step'];
  saveText: string;
  saving: boolean;
  deleted: boolean;
  onBack: () => void;
  onCancel: () => void;
}

/** The two buttons of the current step; each step renders its own, so that a press on one never reaches the other's. */
export function SessionButtons({ step, saveText, saving, deleted, onBack, onCancel }: SessionButtonsProps) {
  if (step !== 2) {
    return (
      <>
        <Button key="cancel" variant="default" aria-label="Отмена, выйти без сохранения" onClick={onCancel}>
          Отмена
        </Button>
        <Button key="next" type="submit" rightSection={<IconArrowRight aria-hidden size={18} stroke={1.6} />}>
          Далее
        </Button>
      </>
    );
  }
  return (
    <>
      <Button key="back" variant="default" onClick={onBack} disabled={saving}>
        Назад
      </Button>
      <SubmitButton key="save" pending={saving} pendingText="Сохранение..." disabled={deleted}>
        {saveText}
      </SubmitButton>
    </>
  );
}
