import { Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clientInput } from '#domain/clients/client.ts';
import type { ClientInput } from '#domain/clients/client.ts';
import { isTexts } from '#web/api/drafts.ts';
import { fieldTexts } from '#web/api/errors.ts';
import { useDraft } from '#web/api/use-draft.ts';
import { addClient, changeClient, refusalText } from '#web/clients/actions.ts';
import { PhoneField } from '#web/clients/PhoneField.tsx';
import { refreshClients } from '#web/clients/queries.ts';
import type { ClientRecord } from '#web/clients/queries.ts';
import { useTimeZone } from '#web/profile/use-time-zone.ts';
import { DraftLine } from '#web/ui/DraftLine.tsx';
import { OptionalLabel } from '#web/ui/FieldStack.tsx';
import { failureToast } from '#web/ui/failure-toast.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useSending } from '#web/ui/use-sending.ts';

const NOTHING: ClientInput = { name: '', phone: '', description: '' };

function inputOf({ name, phone, description }: ClientInput): ClientInput {
  return { name, phone, description };
}

interface ClientFormDialogProps {
  opened: boolean;
  /** The client that is changed, one and the same for as long as the form stands in the tree; null adds one. */
  client: ClientRecord | null;
  /** What a new client's name begins with. */
  suggestedName?: string;
  onClose: () => void;
}

/** Adds or changes a client (CLIENT-04). A refused save leaves the dialog and everything typed where they are. */
export function ClientFormDialog({ opened, client, suggestedName = '', onClose }: ClientFormDialogProps) {
  const queryClient = useQueryClient();
  const { sending, send } = useSending();
  const timeZone = useTimeZone();
  const draft = useDraft({
    name: `client-${client?.id ?? 'new'}`,
    stored: client ? inputOf(client) : { ...NOTHING, name: suggestedName },
    isValues: isTexts('name', 'phone', 'description'),
    opened,
  });
  const form = useForm<ClientInput>({
    initialValues: NOTHING,
    onValuesChange: (values) => {
      if (JSON.stringify(inputOf(values)) !== JSON.stringify(inputOf(draft.values))) draft.change(inputOf(values));
    },
    validate: schemaResolver(clientInput, { sync: true }),
    transformValues: (values) => clientInput.parse(values),
  });
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    // Every opening starts from the draft, or what is stored; a change from elsewhere leaves the typed text alone.
    if (opened) {
      form.clearErrors();
      form.setValues(inputOf(draft.values));
    }
  }

  const save = async (values: ClientInput) => {
    try {
      if (client) await changeClient(client.id, values);
      else await addClient(draft.newId, values);
    } catch (error) {
      tellRefusal(error);
      return;
    }
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
    form.setErrors({ name, phone, description });
    failureToast(client ? 'Ошибка при обновлении клиента' : 'Ошибка при добавлении клиента', error);
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onCancel={() => {
        draft.forget();
        onClose();
      }}
      title={client ? 'Редактирование клиента' : 'Новый клиент'}
      onSubmit={form.onSubmit((values) => send(() => save(values)))}
      submitText={client ? 'Сохранить' : 'Добавить'}
      pendingText="Сохранение..."
      pending={sending}
    >
      <TextInput label="Имя" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <PhoneField {...form.getInputProps('phone')} />
      <Textarea
        label={<OptionalLabel>Описание</OptionalLabel>}
        minRows={4}
        maxRows={10}
        {...form.getInputProps('description')}
      />
      <DraftLine keptAt={draft.keptAt} timeZone={timeZone} />
    </FormDialog>
  );
}
