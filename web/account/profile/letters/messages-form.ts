import { MESSAGE_KINDS, type MessageKind, messageRule, type OwnMessages } from '#domain/messages/blanks.ts';
import { MESSAGE_TEXTS } from '#domain/messages/message.ts';
import type { Rule } from '#domain/rule.ts';
import { MESSAGE_NAMES } from '#web/practice/messages/message-names.ts';
import type { FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';

/** The current texts: the practitioner's own, or else the default ones. */
export type MessagesForm = Record<MessageKind, string>;

function each<Value>(of: (kind: MessageKind) => Value): Record<MessageKind, Value> {
  return Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, of(kind)])) as Record<MessageKind, Value>;
}

export const MESSAGES_RULES: Record<MessageKind, Rule<string>> = each(messageRule);

export const MESSAGES_WORDS: FormWords<MessagesForm> = each((kind) => ({ what: MESSAGE_NAMES[kind], text: true }));

export function messagesForm({ messages }: { messages: OwnMessages }): MessagesForm {
  return each((kind) => messages[kind] ?? MESSAGE_TEXTS[kind]);
}

/** Returns the texts to store: those that differ from the default. */
export function ownMessages(form: MessagesForm): OwnMessages {
  const own = MESSAGE_KINDS.filter((kind) => form[kind] !== MESSAGE_TEXTS[kind]).map((kind) => [kind, form[kind]]);
  return Object.fromEntries(own);
}
