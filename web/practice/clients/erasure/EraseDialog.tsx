import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Erasure, ERASURE_REASONS, type ErasureReason } from '#domain/erasures/erasure.ts';
import { ErasureSummary } from '#web/practice/clients/erasure/ErasureSummary.tsx';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { eraseClient, erasurePreviewQuery } from '#web/practice/erasures/queries.ts';
import { REASON_LABEL } from '#web/practice/erasures/words.ts';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { Select } from '#web/ui/form/Select.tsx';

interface EraseDialogProps {
  client: ClientRecord;
  onDeleting: (deleting: boolean) => void;
  onErased: (erasure: Erasure) => void;
  onClose: () => void;
}

/** What goes and what stays, the reason, and then the act. */
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
            ) : preview.isError ? (
              <ErrorState title="Не&nbsp;удалось посчитать, что удалится" onRetry={() => void preview.refetch()} />
            ) : (
              <LoadingCards text="Загрузка..." columns={1} count={3} />
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
