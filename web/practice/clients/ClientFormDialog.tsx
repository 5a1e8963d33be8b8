import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showPhone } from '#domain/clients/phone.ts';
import { CLIENT_TEXT } from '#domain/clients/client.ts';
import { birthDateRule } from '#domain/clients/birth-date.ts';
import { TAGS_RULE } from '#domain/clients/tags.ts';
import { CLIENT_RULES } from '#domain/clients/client-rules.ts';
import type { ClientForm as Form } from '#domain/clients/client.ts';
import { readToday } from '#web/ground/browser/clock.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { addClient, changeClient, findArchivedTwin, refusalText } from '#web/practice/clients/actions.ts';
import { ArchivedTwin } from '#web/practice/clients/ArchivedTwin.tsx';
import { CLIENT_PLACE_LABEL, ClientPlaceFields } from '#web/practice/clients/ClientPlaceFields.tsx';
import { amountText, PRICE_RULE, withStoredPrice } from '#web/practice/money/amount-text.ts';
import { CLIENT_PRICE_WORDS } from '#web/practice/money/client-price.ts';
import { refreshMoney } from '#web/practice/money/queries.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { PlaceLetterLine } from '#web/practice/places/PlaceLetterLine.tsx';
import { FoldedFields } from '#web/practice/clients/FoldedFields.tsx';
import { LetterFields } from '#web/practice/clients/LetterFields.tsx';
import { draftOfClient } from '#web/practice/clients/draft-of-client.ts';
import { PhoneField } from '#web/practice/clients/PhoneField.tsx';
import { clientQuery, refreshClients } from '#web/practice/clients/queries.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { useSuggestion } from '#web/practice/clients/use-suggestion.ts';
import { RecordDialog } from '#web/practice/record-form/RecordDialog.tsx';
import type { Loaded } from '#web/practice/record-form/changed-fields.ts';
import { type FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { FieldOfRecord } from '#web/practice/record-form/FieldOfRecord.tsx';
import { textFieldOf } from '#web/practice/record-form/field-props.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { toast } from '#web/ui/toast/toast.ts';

const EMPTY_FORM: Form = {
  name: '',
  phone: '',
  description: '',
  email: '',
  time_zone: '',
  reminders: '',
  place: '',
  place_link: '',
  request: '',
  agreement: '',
  birth_date: '',
  emergency: '',
  contact: '',
  tags: [],
  price: '',
  pay_way: '',
};

const NOT_SUGGESTED: Partial<Form> = {};

const WORDS: FormWords<Form> = {
  name: { what: 'имя' },
  phone: { what: 'телефон' },
  email: { what: 'email' },
  reminders: { what: 'письма клиенту', show: ({ reminders }) => (reminders === 'email' ? 'включены' : 'выключены') },
  time_zone: { what: 'время клиента', show: ({ time_zone }) => time_zone || 'как у\u00A0меня' },
  place: { what: 'где встречаетесь', show: ({ place }) => CLIENT_PLACE_LABEL[place] },
  place_link: { what: 'ссылка на\u00A0встречу' },
  description: { what: 'описание', text: true },
  request: { what: 'запрос', text: true },
  agreement: { what: 'договорённости', text: true },
  birth_date: { what: 'дата рождения', show: ({ birth_date }) => showBirthDate(birth_date) },
  emergency: { what: 'контакт на\u00A0экстренный случай', text: true },
  contact: { what: 'другой способ связи' },
  tags: { what: 'метки', show: ({ tags }) => tags.join(', ') },
  ...CLIENT_PRICE_WORDS,
};

interface ClientFormDialogProps {
  /** The edited client, the same one until the form unmounts; null for a new client. */
  client: ClientRecord | null;
  /** True if the client has been deleted elsewhere meanwhile. */
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
  const { client_letters } = useProfile();
  const today = readToday(useTimeZone()).toString();
  const [silent, setSilent] = useState(false);
  const [twin, setTwin] = useState<ClientRecord | null>(null);
  const form = useRecordForm<Form, ClientRecord>({
    name: draftOfClient(client?.id ?? 'new'),
    record: client,
    start: EMPTY_FORM,
    formOf,
    rules: { ...CLIENT_RULES, birth_date: birthDateRule(today), tags: TAGS_RULE, price: PRICE_RULE },
    deleted,
    reopen: () =>
      void openDialog((close) =>
        client ? <StoredClientForm id={client.id} onClose={close} /> : <ClientFormDialog {...props} onClose={close} />,
      ),
    create: client
      ? undefined
      : async (attempt, fields) => (added.current = await addClient(attempt, withStoredPrice(fields))),
    source: cached(clientQuery(client?.id ?? '')),
    // Turning letters on again sends the address too: that lifts the client's own refusal (LETTER-06).
    change: (changes, { id }, { email }) =>
      changeClient(id, { ...withStoredPrice(changes), ...(changes.reminders === 'email' && { email }) }, silent),
    // Also after a failure, because another tab or an approved request may have reached the limit or deleted this
    // client.
    refresh: () => void Promise.all([refreshClients(), refreshMoney()]),
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
  const { draft, values } = form;
  useSuggestion(draft, !client, suggested);
  const isMoved = client?.place !== values.place || client.place_link !== values.place_link;
  const movesPlace = client_letters && values.reminders === 'email' && values.email !== '' && isMoved;
  const lookForTwin = async () => {
    try {
      setTwin(await findArchivedTwin(values));
    } catch {
      // Without a twin only the refusal is shown.
    }
  };
  return (
    <RecordDialog
      form={form}
      words={WORDS}
      deleted={
        deleted && {
          title: 'Этого клиента удалили в\u00A0другом месте.',
          text: [values.description, values.request, values.agreement].filter(Boolean).join('\n\n'),
        }
      }
      onClose={onClose}
      title={client ? 'Редактирование клиента' : 'Новый клиент'}
      submitText={client ? 'Сохранить' : 'Добавить'}
    >
      <TextInput label="Имя" autoComplete="off" data-autofocus {...textFieldOf(form, 'name')} />
      <PhoneField {...textFieldOf(form, 'phone')} />
      <LetterFields client={client} form={form} />
      <ClientPlaceFields form={form} />
      {client && movesPlace && <PlaceLetterLine to={values.email} silent={silent} onSilent={setSilent} />}
      <FieldOfRecord
        form={form}
        field="description"
        label={<OptionalLabel>Описание</OptionalLabel>}
        rows={4}
        styles={{ input: { '--most-rows': 10 } }}
      />
      <FoldedFields form={form} />
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
    </RecordDialog>
  );
}

/** Edits a stored client with their current data. */
export function StoredClientForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: client, error } = useQuery(clientQuery(id));
  return client && <ClientFormDialog client={client} deleted={statusOf(error) === 404} onClose={onClose} />;
}

function showBirthDate(text: string): string {
  const date = readIsoDate(text);
  return date ? showDate(date) : text;
}

/**
 * The phone is formatted. Without an address the choice about letters is empty, so that the practitioner's default
 * applies once an address is typed.
 */
function formOf({ reminders, ...client }: ClientRecord): Loaded<Form> {
  const { name, phone, description, email, time_zone, place, place_link } = client;
  const { request, agreement, birth_date, emergency, contact, tags, pay_way } = client;
  const price = amountText(client.price);
  const more = { request, agreement, birth_date, emergency, contact, tags, price, pay_way };
  const typed = { name, phone: showPhone(phone), description, email, time_zone, place, place_link, ...more };
  return { ...typed, reminders: email === '' ? '' : reminders };
}
