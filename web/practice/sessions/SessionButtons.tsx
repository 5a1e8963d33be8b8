import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';

interface SessionButtonsProps {
  editing: SessionEditing;
  onCancel: () => void;
}

/** The two buttons of the current step; each step renders its own, so that a press on one never reaches the other's. */
export function SessionButtons({ editing, onCancel }: SessionButtonsProps) {
  if (editing.step === 1) {
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
      <Button key="back" variant="default" onClick={editing.back} disabled={editing.saving}>
        Назад
      </Button>
      <SubmitButton key="save" pending={editing.saving} pendingText="Сохранение..." disabled={editing.deleted}>
        {editing.series ? 'Проверить даты' : editing.taken ? 'Сохранить с\u00A0пересечением' : 'Сохранить'}
      </SubmitButton>
    </>
  );
}
