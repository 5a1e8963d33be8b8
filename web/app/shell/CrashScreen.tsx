import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { serverAnswers } from '#web/ground/api/connection.ts';
import { reloadPage } from '#web/ground/api/reload.ts';
import { MissingCard } from '#web/ui/base/SingleCard.tsx';

/** Rendering has failed, or a part of the program did not load (AUTH-08). */
export function CrashScreen() {
  const [away, setAway] = useState(false);
  const reload = async () => {
    // Without a server a reload would show only the browser's own error page.
    if (await serverAnswers()) reloadPage();
    else setAway(true);
  };
  return (
    <MissingCard
      wholePage={false}
      title="Ошибка загрузки приложения"
      hint={
        away
          ? 'Нет связи с\u00A0сервером. Проверьте соединение и\u00A0попробуйте ещё раз.'
          : 'Обновите страницу. Если не поможет, очистите кеш браузера.'
      }
      action={
        <Button leftSection={<IconRefresh aria-hidden size={18} stroke={1.6} />} onClick={() => void reload()}>
          Обновить страницу
        </Button>
      }
    />
  );
}
