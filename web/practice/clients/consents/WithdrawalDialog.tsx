import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf, mistakeIn } from '#web/practice/clients/consents/consent-days.ts';
import type { ConsentRecord } from '#web/practice/consents/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { readToday } from '#web/ground/browser/clock.ts';

interface WithdrawalDialogProps {
  consent: ConsentRecord;
  withdrawing: UseMutationResult<string, unknown, { consent: string; day: string }>;
  onClose: () => void;
}

/** Notes that a client has withdrawn an agreement, once. */
export function WithdrawalDialog({ consent, withdrawing, onClose }: WithdrawalDialogProps) {
  const timeZone = useTimeZone();
  const today = readToday(timeZone);
  const [day, setDay] = useState(today.toString());
  const earliest = dayOf(consent.given_at, timeZone);
  const mistake = mistakeIn(day, earliest, today);
  return (
    <FormDialog
      onClose={onClose}
      title="Отметить отзыв"
      submitText="Отметить отзыв"
      pendingText="Сохранение..."
      pending={withdrawing.isPending}
      submitDisabled={mistake !== undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!mistake) submitOnce(withdrawing, { consent: consent.id, day });
      }}
    >
      <DateField label="Когда отозвано" value={day} onChange={setDay} today={today} error={mistake} />
      <p className="secondary">
        Согласие и&nbsp;его текст останутся в&nbsp;карточке с&nbsp;этой отметкой. Изменить её&nbsp;потом нельзя.
      </p>
    </FormDialog>
  );
}
