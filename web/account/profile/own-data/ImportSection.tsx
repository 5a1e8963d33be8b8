import { Button, FileButton } from '@mantine/core';
import { useRef } from 'react';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { useImport } from '#web/account/profile/own-data/use-import.ts';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';

const ImportDialog = lazyDialog(
  async () => (await import('#web/account/profile/own-data/ImportDialog.tsx')).ImportDialog,
);

/** An archive comes back, after a look at what is in it (OWN-02). */
export function ImportSection() {
  const importing = useImport();
  const reset = useRef<() => void>(null);
  return (
    <ProfileSection
      title="Загрузить из&nbsp;архива"
      hint="Архив из&nbsp;«Выгрузить всё», отсюда или с&nbsp;другого сервера. Сначала программа проверит его и&nbsp;покажет, что добавится; записи, которые уже есть, останутся как есть."
    >
      <FileButton
        accept=".zip,.age"
        resetRef={reset}
        onChange={(file) => {
          // Otherwise the same file, chosen once more, would be no change.
          reset.current?.();
          void importing.choose(file);
        }}
      >
        {(props) => (
          <Button variant="default" {...props}>
            Выбрать файл
          </Button>
        )}
      </FileButton>
      <ImportDialog opened={importing.step !== null} importing={importing} />
    </ProfileSection>
  );
}
