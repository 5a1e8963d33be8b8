import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { clientInput } from '#domain/clients/client.ts';
import type { ClientInput } from '#domain/clients/client.ts';
import { isTexts } from '#web/api/drafts.ts';
import { fieldTexts } from '#web/api/errors.ts';
import { readNewest } from '#web/api/newest.ts';
import { useDraft } from '#web/api/use-draft.ts';
import { addClient, changeClient, refusalText } from '#web/clients/actions.ts';
import { ClientChangedElsewhere } from '#web/clients/ClientChangedElsewhere.tsx';
import { PhoneField } from '#web/clients/PhoneField.tsx';
import { clientQuery, refreshClients } from '#web/clients/queries.ts';
import type { ClientRecord } from '#web/clients/queries.ts';
import { useTimeZone } from '#web/profile/use-time-zone.ts';
import { DeletedElsewhere } from '#web/ui/DeletedElsewhere.tsx';
import { DraftLine } from '#web/ui/DraftLine.tsx';
import { OptionalLabel } from '#web/ui/FieldStack.tsx';
import { failureToast } from '#web/ui/failure-toast.ts';
import { focusFirstError } from '#web/ui/form-focus.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { LeaveDialog } from '#web/ui/LeaveDialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useLeaveGuard } from '#web/ui/use-leave-guard.ts';
import { useSending } from '#web/ui/use-sending.ts';

const NOTHING: ClientInput = { name: '', phone: '', description: '' };

type Errors = Partial<Record<keyof ClientInput, string | undefined>>;

function inputOf({ name, phone, description }: ClientInput): ClientInput {
  return { name, phone, description };
}

interface ClientFormDialogProps {
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
export function ClientFormDialog({
  opened,
  client,
  deleted = false,
  suggestedName = '',
  onClose,
}: ClientFormDialogProps) {
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
    onLeave: () => deleted && draft.forget(),
    onDiscard: draft.forget,
  });
  const { values } = draft;
  if (!opened && Object.keys(errors).length > 0) setErrors({});

  const store = async (checked: ClientInput): Promise<boolean> => {
    if (!client) {
      await addClient(draft.newId, checked);
      return true;
    }
    const newest = inputOf(await readNewest(queryClient, clientQuery(client.id)));
    const merged = draft.over(newest);
    if (merged) await changeClient(client.id, clientInput.parse(merged), newest);
    return merged !== null;
  };
  const save = async () => {
    const checked = clientInput.safeParse(values);
    if (!checked.success) {
      setErrors(Object.fromEntries(checked.error.issues.map((issue) => [String(issue.path[0]), issue.message])));
      focusFirstError();
      return;
    }
    try {
      if (!(await store(checked.data))) return;
    } catch (error) {
      tellRefusal(error);
      return;
    }
    if (client) queryClient.setQueryData(clientQuery(client.id).queryKey, { ...client, ...checked.data });
    draft.forget();
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
          <DeletedElsewhere title="Этого клиента удалили в&nbsp;другом окне." text={values.description}>
            Сохранить изменения больше некуда. Введённое можно скопировать.
          </DeletedElsewhere>
        )}
        {!deleted && <ClientChangedElsewhere draft={draft} stored={stored} />}
        <TextInput label="Имя" autoComplete="off" data-autofocus {...field('name')} />
        <PhoneField {...field('phone')} />
        <Textarea label={<OptionalLabel>Описание</OptionalLabel>} minRows={4} maxRows={10} {...field('description')} />
        <DraftLine keptAt={draft.keptAt} timeZone={timeZone} />
      </FormDialog>
      <LeaveDialog guard={guard} fate={deleted ? 'lost' : 'kept'} />
    </>
  );
}
