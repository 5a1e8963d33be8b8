import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { ownId } from '#web/ground/api/session.ts';
import { beginAttempt, keepAttempt } from '#web/practice/record-form/attempts.ts';
import type { ConsentTask } from '#web/practice/clients/consents/ClientConsents.tsx';
import { dayOf, givenOn, mistakeIn, withdrawnOn } from '#web/practice/clients/consents/consent-days.ts';
import { ConsentPaper } from '#web/practice/clients/consents/ConsentPaper.tsx';
import { PaperDialog } from '#web/practice/clients/consents/PaperDialog.tsx';
import { type ClientRecord, refreshClients } from '#web/practice/clients/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { readClock, readToday } from '#web/ground/browser/clock.ts';
import { useState } from 'react';
import type { ConsentRecord } from '#web/practice/consents/queries.ts';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface ConsentDialogsProps {
  client: ClientRecord;
  task: ConsentTask;
  onClose: () => void;
}

/** The dialog of one task; keyed, so that another task starts anew. */
export function ConsentDialogs({ client, task, onClose }: ConsentDialogsProps) {
  const timeZone = useTimeZone();
  const settled = {
    onSuccess: async (done: string) => {
      toast.success(done);
      onClose();
      await Promise.all([readAgain(['consents']), refreshClients()]);
    },
    onError: (error: unknown) => failureToast('Не\u00A0удалось сохранить согласие', error),
  };
  const adding = useMutation({
    mutationFn: async ({ day, document }: { day: string; document: string }) => {
      const given_at = givenOn(day, timeZone);
      // One id for all attempts, also across a reload, so that a lost response does not lead to a second consent.
      const name = `paper-${client.id}`;
      const { id } = beginAttempt(name, `${document} ${given_at}`);
      await pb.collection('consents').create({ id, user: ownId(), client: client.id, document, given_at });
      keepAttempt(name, null);
      return 'Согласие на\u00A0бумаге добавлено';
    },
    ...settled,
  });
  const withdrawing = useMutation({
    mutationFn: async ({ consent, day }: { consent: string; day: string }) => {
      const withdrawn_at = withdrawnOn(day, timeZone, readClock());
      await pb.collection('consents').update(consent, { withdrawn_at });
      return 'Отзыв отмечен';
    },
    ...settled,
  });
  if (task.kind === 'paper') return <PaperDialog adding={adding} onClose={onClose} />;
  const { consent } = task;
  return task.kind === 'proof' ? (
    <ConsentPaper client={client} consent={consent.id} onClose={onClose} />
  ) : (
    <WithdrawalDialog consent={consent} withdrawing={withdrawing} onClose={onClose} />
  );
}

interface WithdrawalDialogProps {
  consent: ConsentRecord;
  withdrawing: UseMutationResult<string, unknown, { consent: string; day: string }>;
  onClose: () => void;
}

/** Records once that a client has withdrawn a consent. */
function WithdrawalDialog({ consent, withdrawing, onClose }: WithdrawalDialogProps) {
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
