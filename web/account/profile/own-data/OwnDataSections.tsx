import { ProfileRow } from '#web/account/profile/ProfileRow.tsx';
import { ExportSection } from '#web/account/profile/own-data/ExportSection.tsx';
import { Button, FileButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Erasure } from '#domain/erasures/erasure.ts';
import { erasuresQuery } from '#web/practice/erasures/queries.ts';
import { REASON_LABEL } from '#web/practice/erasures/words.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { PlainList } from '#web/ui/list/PlainList.tsx';
import { LongList } from '#web/ui/list/LongList.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { useImport } from '#web/account/profile/own-data/use-import.ts';
import { CsvImportButton } from '#web/practice/csv-import/CsvImportButton.tsx';
import { LazyCsvImport } from '#web/practice/csv-import/lazy-csv-import.ts';

/** Export and import of all data (OWN-01, OWN-02), import of clients from another program, and the list of erasures. */
export function OwnDataSections() {
  return (
    <>
      <ExportSection />
      <ImportSection />
      <TableSection />
      <ErasuresSection />
    </>
  );
}

const ErasureAct = lazyDialog(async () => (await import('#web/practice/erasures/ErasureAct.tsx')).ErasureAct);

const ROW_HEIGHT = 70;

/** The list of erasures without names, each with its record; renders nothing while there are none (OWN-05). */
function ErasuresSection() {
  const erasures = useQuery(erasuresQuery(1));
  const [shown, setShown] = useState<Erasure | null>(null);
  const timeZone = useTimeZone();
  const first = erasures.data;
  if (first ? first.totalItems === 0 : !erasures.isError) return null;
  return (
    <ProfileSection title="Удалённые без следа">
      {!first && <ErrorState title="Не&nbsp;удалось загрузить удалённых" onRetry={() => void erasures.refetch()} />}
      {first && (
        <LongList
          List={PlainList}
          className={classes.rows}
          aria-label="Удалённые без следа"
          first={first}
          query={erasuresQuery}
          height={ROW_HEIGHT}
          renderItem={(erasure, place) => (
            <ProfileRow
              key={erasure.id}
              {...place}
              title={showInstant(erasure.created, timeZone)}
              hint={REASON_LABEL[erasure.reason]}
            >
              <Button
                variant="subtle"
                color="gray"
                aria-label={`Открыть акт от\u00A0${showInstant(erasure.created, timeZone)}`}
                onClick={() => setShown(erasure)}
              >
                Открыть акт
              </Button>
            </ProfileRow>
          )}
        />
      )}
      {shown && <ErasureAct opened erasure={shown} onClose={() => setShown(null)} />}
    </ProfileSection>
  );
}

const ImportDialog = lazyDialog(
  async () => (await import('#web/account/profile/own-data/ImportDialog.tsx')).ImportDialog,
);

/** Imports an archive after a preview of its contents (OWN-02). */
function ImportSection() {
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
          // Without this, choosing the same file again would fire no change event.
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

/** Imports clients from another program's table (OWN-03). */
function TableSection() {
  const [opened, setOpened] = useState(false);
  return (
    <ProfileSection
      title="Клиенты из&nbsp;таблицы"
      hint="Из&nbsp;Excel или прежней программы, файлом CSV, или из&nbsp;контактов телефона, файлом VCF. Сначала будет видно, что добавится; загрузку можно отменить в&nbsp;течение суток."
    >
      <CsvImportButton onOpen={() => setOpened(true)} />
      <LazyCsvImport opened={opened} onClose={() => setOpened(false)} />
    </ProfileSection>
  );
}
