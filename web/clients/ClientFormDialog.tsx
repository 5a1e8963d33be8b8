import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { clientInput } from '#domain/clients/client.ts';
import type { ClientInput } from '#domain/clients/client.ts';
import { completeFields } from '#web/api/complete-fields.ts';
import { isTexts } from '#web/api/drafts.ts';
import { fieldTexts } from '#web/api/errors.ts';
import { readNewest } from '#web/api/newest.ts';
import { type Sent, useDraft } from '#web/api/use-draft.ts';
import { addClient, changeClient, refusalText } from '#web/clients/actions.ts';
import { ClientChangedElsewhere } from '#web/clients/ClientChangedElsewhere.tsx';
import { PhoneField } from '#web/clients/PhoneField.tsx';
import { clientQuery, refreshClients } from '#web/clients/queries.ts';
import type { ClientRecord } from '#web/clients/queries.ts';
import { useTimeZone } from '#web/practice/use-time-zone.ts';
import { DeletedElsewhere } from '#web/ui/draft/DeletedElsewhere.tsx';
import { DraftLine } from '#web/ui/draft/DraftLine.tsx';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { focusDecision, focusFirstError } from '#web/ui/form/form-focus.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { LeaveDialog } from '#web/ui/draft/LeaveDialog.tsx';
import { toast } from '#web/ui/toast/toast.tsx';
import { useLeaveGuard } from '#web/ui/draft/use-leave-guard.ts';
import { useSending } from '#web/ui/form/use-sending.ts';
import { withDrafts } from '#web/ui/draft/with-drafts.tsx';

const NOTHING: ClientInput = { name: '', phone: '', description: '' };

type Errors = Partial<Record<keyof ClientInput, string | undefined>>;

function inputOf({ name, phone, description }: ClientInput): ClientInput {
  return { name, phone, description };
}

export interface ClientFormDialogProps {
  opened: boolean;
  /** The client that is changed, one and the same for as long as the form stands in the tree; null adds one. */
  client: ClientRecord | null;
  /** The client was deleted elsewhere meanwhile. */
  deleted?: boolean;
  /** What a new client's name begins with. */
  suggestedName?: string;
  onClose: () => void;
}

/** Adds or changes a client (CLIENT-04). A refused save leaves the dialog and everything typed where they are. */
export const ClientFormDialog = withDrafts(ClientForm);

function ClientForm({ opened, client, deleted = false, suggestedName = '', onClose }: ClientFormDialogProps) {
  const queryClient = useQueryClient();
  const { sending, send } = useSending();
  const timeZone = useTimeZone();
  const formId = useId();
  const [errors, setErrors] = useState<Errors>({});
  const stored = client ? inputOf(client) : { ...NOTHING, name: suggestedName };
  const draft = useDraft<ClientInput>({
    name: `client-${client?.id ?? 'new'}`,
    stored,
    isFields: isTexts('name', 'phone', 'description'),
    shared: client !== null,
    opened,
  });
  const guard = useLeaveGuard({
    opened,
    isUnsaved: draft.isUnsaved,
    isLong: draft.isLong,
    onLeave: () => draft.leave(() => !deleted),
    onDiscard: draft.forget,
  });
  const { values } = draft;
  if (!opened && Object.keys(errors).length > 0) setErrors({});

  const check = (typed: ClientInput): boolean => {
    const found = completeFields(clientInput, typed, client && stored).errors;
    setErrors(found);
    const isRefused = Object.keys(found).length > 0;
    if (isRefused) focusFirstError();
    return !isRefused;
  };
  const store = async (): Promise<Sent<ClientInput> | null> => {
    if (!check(draft.now())) return null;
    if (!client) {
      const { sent, ...attempt } = draft.attempt();
      const now = clientInput.parse(sent);
      await addClient(attempt, now);
      return { sent, now };
    }
    const query = clientQuery(client.id);
    const newest = await readNewest(queryClient, query);
    const sent = draft.over(inputOf(newest));
    if (!sent) {
      focusDecision();
      return null;
    }
    const now = completeFields(clientInput, sent, inputOf(newest)).fields;
    await changeClient(client.id, now, inputOf(newest));
    queryClient.setQueryData(query.queryKey, { ...newest, ...now });
    return { sent, now };
  };
  const save = async () => {
    try {
      if (!(await draft.send(store))) return;
    } catch (error) {
      tellRefusal(error);
      return;
    }
    void refreshClients(queryClient);
    toast.success(client ? 'Данные клиента обновлены' : 'Клиент успешно добавлен');
    onClose();
  };

  const tellRefusal = (error: unknown) => {
    // Another tab, or a request approved there, may have used up the limit or deleted this very client.
    void refreshClients(queryClient);
    const refusal = refusalText(error);
    if (refusal) {
      toast.error(refusal);
      return;
    }
    const { name, phone, description } = fieldTexts(error);
    setErrors({ name, phone, description });
    failureToast(client ? 'Ошибка при обновлении клиента' : 'Ошибка при добавлении клиента', error, formId);
  };

  const field = (name: keyof ClientInput) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      draft.change({ [name]: event.currentTarget.value });
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  return (
    <>
      <FormDialog
        opened={opened}
        covered={guard.covers}
        onClose={() => guard.leave(onClose)}
        onCancel={() => guard.discard(onClose)}
        title={client ? 'Редактирование клиента' : 'Новый клиент'}
        formId={formId}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send(save);
        }}
        submitText={client ? 'Сохранить' : 'Добавить'}
        pendingText="Сохранение..."
        pending={sending}
        submitDisabled={deleted}
      >
        {deleted && (
          <DeletedElsewhere title="Этого клиента удалили в&nbsp;другом месте." text={values.description}>
            Сохранить изменения больше некуда. Введённое можно скопировать.
          </DeletedElsewhere>
        )}
        {!deleted && <ClientChangedElsewhere draft={draft} stored={stored} />}
        <TextInput label="Имя" autoComplete="off" data-autofocus {...field('name')} />
        <PhoneField {...field('phone')} />
        <Textarea label={<OptionalLabel>Описание</OptionalLabel>} minRows={4} maxRows={10} {...field('description')} />
        <DraftLine keptAt={draft.keptAt} timeZone={timeZone} />
      </FormDialog>
      <LeaveDialog guard={guard} fate={deleted || draft.refused ? 'lost' : 'kept'} />
    </>
  );
}
