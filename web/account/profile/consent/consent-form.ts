import { CONSENT_RULES } from '#domain/consents/consent.ts';
import type { ConsentDocument } from '#web/practice/consents/queries.ts';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';
import type { FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';

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

type Known = {
  profile: Pick<ProfileRecord, 'name' | 'ask_consent'>;
  document: Pick<ConsentDocument, 'version' | 'title' | 'text'> | null;
};

/** The stored text, or a template for the first version. */
export function consentForm({ profile, document }: Known): ConsentForm {
  const { title, text } = document ?? templateOf(profile.name);
  return { ask_consent: profile.ask_consent, title, text };
}

/** The number of the version that saving these values would create; null if the current one stays. */
export function nextVersion(stored: Known, { ask_consent, ...typed }: ConsentForm): number | null {
  const { document } = stored;
  const before = consentForm(stored);
  const [title, text] = [CONSENT_RULES.title.clean(typed.title), CONSENT_RULES.text.clean(typed.text)];
  const changed = title !== before.title || text !== before.text || (document === null && ask_consent);
  return changed ? (document?.version ?? 0) + 1 : null;
}

/** A template that practitioners adapt to their practice. */
export function templateOf(name: string): { title: string; text: string } {
  return {
    title: 'Согласие на\u00A0обработку персональных данных',
    text: [
      `Я\u00A0даю согласие на\u00A0обработку моих персональных данных. Их\u00A0обрабатывает психолог: ${name}.`,
      'Какие это данные: имя, номер телефона, адрес электронной почты, часовой пояс, дни и\u00A0время встреч, а\u00A0также то, что я\u00A0рассказываю о\u00A0себе и\u00A0о\u00A0своём состоянии в\u00A0заявке и\u00A0на\u00A0встречах.',
      'Для чего: чтобы записать меня на\u00A0консультацию, провести её, связаться со\u00A0мной по\u00A0поводу встреч и\u00A0вести записи о\u00A0нашей работе.',
      'Что с\u00A0ними делают: собирают, записывают, хранят, уточняют, используют и\u00A0удаляют, в\u00A0том числе с\u00A0помощью программы. Другим людям их\u00A0не\u00A0передают, кроме случаев, когда этого требует закон.',
      'Согласие действует, пока мы\u00A0работаем вместе, или пока я\u00A0его не\u00A0отзову. Отозвать его можно в\u00A0любой день: для этого достаточно написать или сказать об\u00A0этом психологу.',
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
