import { Button } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useContext } from 'react';
import { DropHosted } from '#web/ui/dialog/hosted.ts';

/** In the confirmation of a deletion: the other way to delete, which closes the confirmation. */
export function EraseInstead({ onErase }: { onErase: () => void }) {
  const drop = useContext(DropHosted);
  // Also true while the deletion itself runs.
  const busy = useIsMutating() > 0;
  return (
    <div>
      <p className="small secondary">
        Клиент просит стереть всё о&nbsp;нём? Тогда исчезнет и&nbsp;то, что называет его в&nbsp;журнале и&nbsp;будущих
        копиях, а&nbsp;прошедшие сессии останутся без имени.
      </p>
      <Button
        variant="default"
        mt={8}
        disabled={busy}
        onClick={() => {
          drop?.();
          onErase();
        }}
      >
        Удалить данные клиента без следа
      </Button>
    </div>
  );
}
