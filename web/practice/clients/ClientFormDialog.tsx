import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CLIENT_TEXT } from '#domain/clients/client.ts';
import { CLIENT_RULES } from '#domain/clients/client-rules.ts';
import type { ClientForm as Form } from '#domain/clients/client.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { addClient, changeClient, findArchivedTwin, refusalText } from '#web/practice/clients/actions.ts';
import { ArchivedTwin } from '#web/practice/clients/ArchivedTwin.tsx';
import { LetterFields } from '#web/practice/clients/LetterFields.tsx';
import { draftOfClient } from '#web/practice/clients/draft-of-client.ts';
import { PhoneField } from '#web/practice/clients/PhoneField.tsx';
import { clientQuery, refreshClients } from '#web/practice/clients/queries.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { useSuggestion } from '#web/practice/clients/use-suggestion.ts';
import type { Loaded } from '#web/practice/record-form/changed-fields.ts';
import { ChangedElsewhere, type FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DeletedElsewhere } from '#web/practice/record-form/DeletedElsewhere.tsx';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { FieldOfRecord } from '#web/practice/record-form/FieldOfRecord.tsx';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { toast } from '#web/ui/toast/toast.ts';

const EMPTY_FORM: Form = { name: '', phone: '', description: '', email: '', time_zone: '', reminders: '' };

const NOT_SUGGESTED: Partial<Form> = {};

const WORDS: FormWords<Form> = {
  name: { what: 'имя' },
  phone: { what: 'телефон' },
  email: { what: 'email' },
  reminders: { what: 'напоминания', show: ({ reminders }) => (reminders === 'email' ? 'включены' : 'выключены') },
  time_zone: { what: 'время клиента', show: ({ time_zone }) => time_zone || 'как у\u00A0меня' },
  description: { what: 'описание', text: true },
};

export interface ClientFormDialogProps {
  /** The edited client, the same one until the form unmounts; null adds one. */
  client: ClientRecord | null;
  /** The client has been deleted elsewhere meanwhile. */
  deleted?: boolean;
  /** Initial values of a new client. */
  suggested?: Partial<Form>;
  onClose: () => void;
  onAdded?: (client: ClientRecord) => void;
}

/** Adds or changes a client (CLIENT-04). A refused save keeps the dialog open and all typed values. */
export const ClientFormDialog = withDrafts(ClientForm);

function ClientForm(props: ClientFormDialogProps) {
  const { client, deleted = false, suggested = NOT_SUGGESTED, onClose, onAdded } = props;
  const added = useRef<ClientRecord | null>(null);
  const queryClient = useQueryClient();
  const [twin, setTwin] = useState<ClientRecord | null>(null);
  const form = useRecordForm<Form, ClientRecord>({
    name: draftOfClient(client?.id ?? 'new'),
    record: client,
    start: EMPTY_FORM,
    formOf,
    rules: CLIENT_RULES,
    deleted,
    reopen: () =>
      void openDialog((close) =>
        client ? <StoredClientForm id={client.id} onClose={close} /> : <ClientFormDialog {...props} onClose={close} />,
      ),
    create: client ? undefined : async (...args) => (added.current = await addClient(...args)),
    source: cached(queryClient, clientQuery(client?.id ?? '')),
    // Who asks for letters again gives the address with it: that lifts a refusal of the client's (LETTER-06).
    change: (changes, { id }, { email }) =>
      changeClient(id, changes.reminders === 'email' ? { ...changes, email } : changes),
    // Another tab, or an approved request, can reach the limit or delete this client meanwhile.
    refresh: () => void refreshClients(),
    onSaved: (_, shown) => {
      toast.success(client ? 'Данные клиента обновлены' : 'Клиент успешно добавлен');
      if (!shown) return;
      onClose();
      if (added.current) onAdded?.(added.current);
    },
    onRefusal: (error) => {
      const refusal = refusalText(error);
      if (refusal) toast.error(refusal);
      if (refusal === CLIENT_TEXT.duplicate && !client) void lookForTwin();
      return refusal !== null;
    },
    onFailure: (error, id) =>
      failureToast(client ? 'Ошибка при обновлении клиента' : 'Ошибка при добавлении клиента', error, id),
  });
  const { draft, guard, values, errors } = form;
  useSuggestion(draft, !client, suggested);
  const lookForTwin = async () => {
    try {
      setTwin(await findArchivedTwin(values));
    } catch {
      // The refusal alone is shown.
    }
  };
  const field = (name: 'name' | 'phone' | 'description') => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => form.change({ [name]: event.currentTarget.value }),
  });

  return (
    <FormDialog
      covered={guard.hidesForm}
      onClose={() => guard.leave(onClose)}
      onCancel={() => guard.discard(onClose)}
      title={client ? 'Редактирование клиента' : 'Новый клиент'}
      formId={form.id}
      onSubmit={form.onSubmit}
      submitText={client ? 'Сохранить' : 'Добавить'}
      pendingText="Сохранение..."
      pending={form.saving}
      submitDisabled={deleted}
    >
      {deleted && (
        <DeletedElsewhere title="Этого клиента удалили в&nbsp;другом месте." text={values.description}>
          Сохранить изменения больше некуда. Введённое можно скопировать.
        </DeletedElsewhere>
      )}
      {!deleted && <ChangedElsewhere draft={draft} words={WORDS} />}
      <TextInput label="Имя" autoComplete="off" data-autofocus {...field('name')} />
      <PhoneField {...field('phone')} />
      <LetterFields client={client} form={form} />
      <FieldOfRecord
        draft={draft}
        field="description"
        label={<OptionalLabel>Описание</OptionalLabel>}
        rows={4}
        styles={{ input: { '--most-rows': 10 } }}
        {...field('description')}
      />
      {twin && (
        <ArchivedTwin
          twin={twin}
          typed={values}
          onReturned={() => {
            draft.forget();
            onClose();
            onAdded?.(twin);
          }}
        />
      )}
      <DraftLine draft={draft} />
    </FormDialog>
  );
}

/** Changes a client who is stored, as they are now. */
export function StoredClientForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: client, error } = useQuery(clientQuery(id));
  return client && <ClientFormDialog client={client} deleted={statusOf(error) === 404} onClose={onClose} />;
}

/** Without an address nothing is chosen yet: the practitioner's choice for all clients holds for the first one. */
function formOf({ name, phone, description, email, time_zone, reminders }: ClientRecord): Loaded<Form> {
  return { name, phone, description, email, time_zone, reminders: email === '' ? '' : reminders };
}
