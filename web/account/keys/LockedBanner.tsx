import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery } from '#web/ground/api/keys.ts';
import classes from '#web/account/keys/LockedBanner.module.css';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

const UnlockDialog = lazyDialog(async () => (await import('#web/account/keys/UnlockDialog.tsx')).UnlockDialog);

/**
 * Shown above each screen while the texts are locked after the password was reset by letter; asks for the recovery code
 * (SEAL-04).
 */
export function LockedBanner() {
  const { data } = useQuery({ ...keysQuery(), staleTime: Infinity });
  const [opened, setOpened] = useState(false);
  return (
    <>
      {data?.locked && (
        <div className={classes.place}>
          <InlineBox kind="warning" title="Записи закрыты." announce>
            Пароль сменили по&nbsp;письму. Чтобы снова читать и&nbsp;писать тексты, введите код от&nbsp;записей.
          </InlineBox>
          <Button variant="default" onClick={() => setOpened(true)}>
            Ввести код
          </Button>
        </div>
      )}
      <UnlockDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
