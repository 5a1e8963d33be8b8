import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { MissingCard } from '#web/ui/SingleCard.tsx';

/** Rendering failed, or a part of the program could not be fetched (AUTH-08). */
export function CrashScreen() {
  return (
    <MissingCard
      wholePage={false}
      title="Ошибка загрузки приложения"
      hint="Обновите страницу. Если не поможет, очистите кеш браузера."
      action={
        <Button
          leftSection={<IconRefresh aria-hidden size={18} stroke={1.6} />}
          onClick={() => window.location.reload()}
        >
          Обновить страницу
        </Button>
      }
    />
  );
}
