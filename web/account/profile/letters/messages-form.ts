import { MESSAGE_KINDS, type MessageKind, messageRule, type OwnMessages } from '#domain/messages/blanks.ts';
import { MESSAGE_TEXTS } from '#domain/messages/message.ts';
import type { Rule } from '#domain/rule.ts';
import { MESSAGE_NAMES } from '#web/practice/messages/message-names.ts';
import type { FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';

/** What is offered: payment has nothing to say yet. */
export const FORM_KINDS = MESSAGE_KINDS.filter((kind) => kind !== 'pay');

type FormKind = Exclude<MessageKind, 'pay'>;

/** The wordings that hold, the program's where there is none of the practitioner's. */
export type MessagesForm = Record<FormKind, string>;

function each<Value>(of: (kind: FormKind) => Value): Record<FormKind, Value> {
  return Object.fromEntries(FORM_KINDS.map((kind) => [kind, of(kind)])) as Record<FormKind, Value>;
}

export const MESSAGES_RULES: Record<FormKind, Rule<string>> = each(messageRule);

export const MESSAGES_WORDS: FormWords<MessagesForm> = each((kind) => ({ what: MESSAGE_NAMES[kind], text: true }));

export function messagesForm({ messages }: { messages: OwnMessages }): MessagesForm {
  return each((kind) => messages[kind] ?? MESSAGE_TEXTS[kind]);
}

/** Returns the wordings to store: those that differ from the program's, and what the form does not show. */
export function ownMessages(form: MessagesForm, { pay }: OwnMessages): OwnMessages {
  const own = FORM_KINDS.filter((kind) => form[kind] !== MESSAGE_TEXTS[kind]).map((kind) => [kind, form[kind]]);
  return { ...Object.fromEntries(own), ...(pay !== undefined && { pay }) };
}
