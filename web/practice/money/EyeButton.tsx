import { ActionIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { toggleAmounts, useAmountsHidden } from '#web/practice/money/amounts-hidden.ts';

/** Hides the amounts on all screens of this browser until it is pressed again (MONEY-06). */
export function EyeButton() {
  const hidden = useAmountsHidden();
  const Icon = hidden ? IconEyeOff : IconEye;
  const words = hidden ? 'Показать суммы' : 'Скрыть суммы';
  return (
    <ActionIcon variant="default" aria-label={words} title={words} onClick={toggleAmounts}>
      <Icon aria-hidden size={20} stroke={1.6} />
    </ActionIcon>
  );
}
