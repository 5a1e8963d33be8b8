import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isBeforeText, mistakeIn } from '#web/practice/clients/consents/consent-days.ts';
import { everyVersionQuery } from '#web/practice/consents/queries.ts';
import { showInstantDate } from '#web/ground/format/dates.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { Select } from '#web/ui/form/Select.tsx';
import { readToday } from '#web/ground/browser/clock.ts';
import { Coming } from '#web/ui/page/Coming.tsx';

interface PaperDialogProps {
  adding: UseMutationResult<string, unknown, { day: string; document: string }>;
  onClose: () => void;
}

/** Records a consent that the client has signed on paper. */
export function PaperDialog({ adding, onClose }: PaperDialogProps) {
  const timeZone = useTimeZone();
  const today = readToday(timeZone);
  const [day, setDay] = useState(today.toString());
  const [chosen, setChosen] = useState<string | null>(null);
  const versions = useQuery(everyVersionQuery());
  const document = chosen ?? versions.data?.[0]?.id;
  const entered = versions.data?.find(({ id }) => id === document)?.created ?? '';
  const mistake = mistakeIn(day, '', today);
  return (
    <FormDialog
      onClose={onClose}
      title="Согласие на&nbsp;бумаге"
      submitText="Добавить"
      pendingText="Сохранение..."
      pending={adding.isPending}
      submitDisabled={mistake !== undefined || document === undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (document !== undefined && !mistake) submitOnce(adding, { day, document });
      }}
    >
      <DateField label="Когда подписано" value={day} onChange={setDay} today={today} error={mistake} />
      {versions.data ? (
        <Select
          label="Какой текст подписан"
          data={versions.data.map(({ id, version, created, retired }) => ({
            value: id,
            label: `Версия\u00A0${version} от\u00A0${showInstantDate(created, timeZone)}${retired === '' ? ', действует' : ''}`,
          }))}
          value={document ?? null}
          onChange={setChosen}
        />
      ) : (
        <Coming query={versions} failed="Не&nbsp;удалось загрузить версии" text="Загрузка версий..." count={1} />
      )}
      {isBeforeText(day, entered, timeZone) && (
        <InlineBox kind="info" announce>
          Этот текст появился в&nbsp;программе {showInstantDate(entered, timeZone)}: выбирайте его, только если подписан
          именно&nbsp;он.
        </InlineBox>
      )}
    </FormDialog>
  );
}
