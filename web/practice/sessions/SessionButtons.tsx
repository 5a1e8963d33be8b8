import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';

interface SessionButtonsProps {
  step: 1 | 2;
  saveText: string;
  saving: boolean;
  deleted: boolean;
  onBack: () => void;
  onCancel: () => void;
}

/** The two buttons of the current step; each step renders its own, so that a press on one never reaches the other's. */
export function SessionButtons({ step, saveText, saving, deleted, onBack, onCancel }: SessionButtonsProps) {
  if (step === 1) {
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
