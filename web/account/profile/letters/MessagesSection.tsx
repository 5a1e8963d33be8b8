import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { blanksOf, MESSAGE_KINDS, type MessageKind } from '#domain/messages/blanks.ts';
import { MESSAGE_TEXTS } from '#domain/messages/message.ts';
import { mistakeIn } from '#domain/rule.ts';
import { pb } from '#web/ground/api/client.ts';
import {
  MESSAGES_RULES,
  MESSAGES_WORDS,
  type MessagesForm,
  messagesForm,
  ownMessages,
} from '#web/account/profile/letters/messages-form.ts';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { SaveRow } from '#web/account/profile/SaveRow.tsx';
import { MESSAGE_NAMES } from '#web/practice/messages/message-names.ts';
import { type ProfileRecord, profileQuery } from '#web/practice/own-profile/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import { ChangedElsewhere } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** The wording of each ready message, with its blanks (MSG-02). */
export function MessagesSection() {
  const queryClient = useQueryClient();
  const profile = useProfile();
  const [kind, setKind] = useState<MessageKind>('reminder');
  const form = useRecordForm<MessagesForm, ProfileRecord>({
    name: 'messages',
    record: profile,
    start: messagesForm(profile),
    formOf: messagesForm,
    rules: MESSAGES_RULES,
    outlives: () => false,
    source: cached(queryClient, profileQuery()),
    change: (_changes, { id }, fields) =>
      pb.collection('profiles').update<ProfileRecord>(id, { messages: ownMessages(fields) }),
    stays: true,
    onMistakes: (errors) => {
      const [first] = keysOf(errors);
      if (first) setKind(first);
    },
    onSaved: () => toast.success('Готовые сообщения сохранены'),
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить готовые сообщения', error, id),
  });
  const { values, errors, change, draft } = form;
  const text = values[kind];
  const blanks = blanksOf(kind)
    .map((name) => `{${name}}`)
    .join(', ');
  return (
    <ProfileSection
      title="Готовые сообщения"
      hint="Тексты кнопки «Сообщение» у&nbsp;клиента и&nbsp;у&nbsp;сессии. Их&nbsp;отправляете вы&nbsp;сами."
    >
      <form id={form.id} noValidate onSubmit={form.onSubmit}>
        <FieldStack>
          <ChangedElsewhere draft={draft} words={MESSAGES_WORDS} />
          <Select
            label="Сообщение"
            data={MESSAGE_KINDS.map((value) => ({ value, label: MESSAGE_NAMES[value] }))}
            value={kind}
            onChange={(chosen) => {
              const next = MESSAGE_KINDS.find((value) => value === chosen);
              if (next) setKind(next);
            }}
          />
          <Textarea
            label="Текст сообщения"
            description={`Вместо ${blanks} встанет своё у\u00A0каждого клиента. Строка, в\u00A0которой вставить нечего, пропускается.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            rows={5}
            autoComplete="off"
            value={text}
            // An unknown blank is told while it is typed.
            error={errors[kind] ?? (text === '' ? undefined : (mistakeIn(MESSAGES_RULES[kind], text) ?? undefined))}
            onChange={(event) => change({ [kind]: event.currentTarget.value })}
          />
          {text !== MESSAGE_TEXTS[kind] && (
            <div>
              <Button variant="subtle" onClick={() => change({ [kind]: MESSAGE_TEXTS[kind] })}>
                Вернуть исходный текст
              </Button>
            </div>
          )}
          <SaveRow form={form} draft={draft} />
        </FieldStack>
      </form>
    </ProfileSection>
  );
}
