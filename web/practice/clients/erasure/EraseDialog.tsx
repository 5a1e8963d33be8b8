import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Erasure, ERASURE_REASONS, type ErasureReason, type ErasureReport } from '#domain/erasures/erasure.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { eraseClient, erasurePreviewQuery } from '#web/practice/erasures/queries.ts';
import { keptAmounts, REASON_LABEL, removedAmounts } from '#web/practice/erasures/words.ts';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { Coming } from '#web/ui/page/Coming.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { Select } from '#web/ui/form/Select.tsx';
import { Amounts } from '#web/practice/archive/Amounts.tsx';
import classes from '#web/practice/clients/erasure/Erasure.module.css';
import { MentioningNotes } from '#web/practice/erasures/MentioningNotes.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface EraseDialogProps {
  client: ClientRecord;
  onDeleting: (deleting: boolean) => void;
  onErased: (erasure: Erasure) => void;
  onClose: () => void;
}

/** What is erased and what stays, the reason, and afterwards the record of the erasure. */
export function EraseDialog({ client, onDeleting, onErased, onClose }: EraseDialogProps) {
  const [reason, setReason] = useState<ErasureReason | null>(null);
  const [missing, setMissing] = useState(false);
  const erasing = useMutation({
    mutationFn: (chosen: ErasureReason) => eraseClient(client.id, chosen),
    onMutate: () => onDeleting(true),
    onSuccess: onErased,
    onError: (error) => {
      onDeleting(false);
      failureToast('Не\u00A0удалось удалить данные', error);
    },
  });
  const preview = useQuery({ ...erasurePreviewQuery(client.id), enabled: erasing.isIdle });
  return (
    <Dialog
      onClose={onClose}
      width={720}
      title="Удалить данные клиента без следа"
      subtitle={client.name}
      busy={erasing.isPending}
      closeOnClickOutside={false}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(!reason);
          if (reason) submitOnce(erasing, reason);
          else focusFirstError();
        }}
      >
        <DialogBody>
          <FieldStack>
            {preview.data ? (
              <>
                <ErasureSummary report={preview.data} />
                <Select
                  label="Причина"
                  placeholder="Выберите причину"
                  data={ERASURE_REASONS.map((value) => ({ value, label: REASON_LABEL[value] }))}
                  value={reason}
                  error={missing && !reason && 'Выберите причину'}
                  onChange={setReason}
                />
              </>
            ) : (
              <Coming query={preview} failed="Не&nbsp;удалось посчитать, что удалится" text="Загрузка..." count={3} />
            )}
          </FieldStack>
        </DialogBody>
        <DialogFooter>
          <Button variant="default" data-autofocus onClick={onClose} disabled={erasing.isPending}>
            Отмена
          </Button>
          <SubmitButton color="red" pending={erasing.isPending} pendingText="Удаление..." disabled={!preview.data}>
            Удалить без следа
          </SubmitButton>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** What an erasure removes, what it keeps, and what it cannot reach. */
function ErasureSummary({ report: { removed, kept, mentions } }: { report: ErasureReport }) {
  const stays = keptAmounts(kept);
  return (
    <>
      <p>
        Имя, телефон, записи и&nbsp;заявки исчезнут из&nbsp;программы и&nbsp;будущих резервных копий, в&nbsp;журнале
        останутся строки без имени. Вернуть их&nbsp;нельзя. Для карточки, заведённой по&nbsp;ошибке, достаточно
        «Удалить».
      </p>
      <div className={classes.columns}>
        <section>
          <h3>Удалится</h3>
          <Amounts label="Удалится" amounts={removedAmounts(removed)} />
        </section>
        {stays.length > 0 && (
          <section>
            <h3>Останется</h3>
            <Amounts label="Останется" amounts={stays} />
            <p className="small secondary">
              {kept.sessions > 0 &&
                'От\u00A0сессий остаются дата, длительность и\u00A0статус, без имени и\u00A0записей. '}
              {kept.payments
                ? 'Суммы оплат и\u00A0цены сессий останутся в\u00A0«Деньгах», без имени и\u00A0примечаний.'
                : ''}
            </p>
          </section>
        )}
      </div>
      <MentioningNotes ids={mentions} />
      <InlineBox kind="warning">
        В&nbsp;скачанных раньше архивах и&nbsp;в&nbsp;прежних резервных копиях, пока они не&nbsp;сменятся, человек
        останется.
        {removed.sessions > 0 && ' Письма об\u00A0отмене будущих сессий клиент не\u00A0получит.'}
      </InlineBox>
    </>
  );
}
