import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { blanksOf, MESSAGE_KINDS, type MessageKind } from '#domain/messages/blanks.ts';
import { MESSAGE_TEXTS } from '#domain/messages/message.ts';
import { mistakeIn } from '#domain/rule.ts';
import { ProfileForm, useProfileForm } from '#web/account/profile/ProfileForm.tsx';
import {
  MESSAGES_RULES,
  MESSAGES_WORDS,
  type MessagesForm,
  messagesForm,
  ownMessages,
} from '#web/account/profile/letters/messages-form.ts';
import { MESSAGE_NAMES } from '#web/practice/messages/message-names.ts';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import { textFieldOf } from '#web/practice/record-form/field-props.ts';
import { Select } from '#web/ui/form/Select.tsx';

/** The text of each message template, with its placeholders (MSG-02). */
export function MessagesSection() {
  const [kind, setKind] = useState<MessageKind>('reminder');
  const form = useProfileForm<MessagesForm>({
    name: 'messages',
    formOf: messagesForm,
    rules: MESSAGES_RULES,
    bodyOf: (_changes, fields) => ({ messages: ownMessages(fields) }),
    onMistakes: (errors) => {
      const [first] = keysOf(errors);
      if (first) setKind(first);
    },
    saved: 'Готовые сообщения сохранены',
    failed: 'Не\u00A0удалось сохранить готовые сообщения',
  });
  const text = form.values[kind];
  const blanks = blanksOf(kind)
    .map((name) => `{${name}}`)
    .join(', ');
  return (
    <ProfileForm
      form={form}
      words={MESSAGES_WORDS}
      title="Готовые сообщения"
      hint="Тексты кнопки «Сообщение» у&nbsp;клиента и&nbsp;у&nbsp;сессии. Их&nbsp;отправляете вы&nbsp;сами."
    >
      <Select
        label="Сообщение"
        data={MESSAGE_KINDS.map((value) => ({ value, label: MESSAGE_NAMES[value] }))}
        value={kind}
        onChange={setKind}
      />
      <Textarea
        label="Текст сообщения"
        description={`Вместо ${blanks} встанет своё у\u00A0каждого клиента. Строка, в\u00A0которой вставить нечего, пропускается.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={5}
        autoComplete="off"
        {...textFieldOf(form, kind)}
        // Shows an unknown placeholder while the person types.
        error={form.errors[kind] ?? (text === '' ? undefined : (mistakeIn(MESSAGES_RULES[kind], text) ?? undefined))}
      />
      {text !== MESSAGE_TEXTS[kind] && (
        <div>
          <Button variant="subtle" onClick={() => form.change({ [kind]: MESSAGE_TEXTS[kind] })}>
            Вернуть исходный текст
          </Button>
        </div>
      )}
    </ProfileForm>
  );
}
