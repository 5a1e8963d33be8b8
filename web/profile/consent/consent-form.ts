import { z } from 'zod';
import { consentDocument } from '#domain/consents/consent.ts';
import type { ConsentDocument } from '#web/consents/queries.ts';
import type { ProfileRecord } from '#web/practice/queries.ts';
import type { FormWords } from '#web/record-form/ChangedElsewhere.tsx';

export interface ConsentForm {
  ask_consent: boolean;
  title: string;
  text: string;
}

export interface StoredConsent {
  profile: ProfileRecord;
  /** Null before the first version. */
  document: ConsentDocument | null;
}

type Known = { profile: Pick<ProfileRecord, 'name' | 'ask_consent'>; document: Pick<ConsentDocument, 'version' | 'title' | 'text'> | null };

/** What is stored, or a text to begin with. */
export function consentForm({ profile, document }: Known): ConsentForm {
  const { title, text } = document ?? templateOf(profile.name);
  return { ask_consent: profile.ask_consent, title, text };
}

export const consentSchema = consentDocument.extend({ ask_consent: z.boolean() });

/** The number of the version that saving these values makes; null where the current one stays. */
export function nextVersion(stored: Known, { ask_consent, ...typed }: ConsentForm): number | null {
  const { document } = stored;
  const before = consentForm(stored);
  const { title, text } = consentDocument.safeParse(typed).data ?? typed;
  const changed = title !== before.title || text !== before.text || (document === null && ask_consent);
  return changed ? (document?.version ?? 0) + 1 : null;
}

/** A text to begin with, for practitioners to fit to their practice. */
export function templateOf(name: string): { title: string; text: string } {
  return {
    title: 'Согласие на\u00A0обработку персональных данных',
    text: [
      `Я даю согласие на обработку моих персональных данных. Их обрабатывает психолог: ${name}.`,
      'Какие это данные: имя, номер телефона, адрес электронной почты, часовой пояс, дни и время встреч, а также то, что я рассказываю о себе и о своём состоянии в заявке и на встречах.',
      'Для чего: чтобы записать меня на консультацию, провести её, связаться со мной по поводу встреч и вести записи о нашей работе.',
      'Что с ними делают: собирают, записывают, хранят, уточняют, используют и удаляют, в том числе с помощью программы. Другим людям их не передают, кроме случаев, когда этого требует закон.',
      'Согласие действует, пока мы работаем вместе, или пока я его не отзову. Отозвать его можно в любой день: для этого достаточно написать или сказать об этом психологу.',
    ].join('\n\n'),
  };
}

/** The name and value of a field in the notice about a change from another window. */
export const CONSENT_WORDS: FormWords<ConsentForm> = {
  ask_consent: {
    what: 'согласие на\u00A0странице записи',
    show: ({ ask_consent }) => (ask_consent ? 'просить' : 'не\u00A0просить'),
  },
  title: { what: 'заголовок согласия' },
  text: { what: 'текст согласия', text: true },
};
