import { useState } from 'react';
import { CsvImportButton } from '#web/practice/csv-import/CsvImportButton.tsx';
import { LazyCsvImport } from '#web/practice/csv-import/lazy-csv-import.ts';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';

/** Clients come from a table of another program (OWN-03). */
export function TableSection() {
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
