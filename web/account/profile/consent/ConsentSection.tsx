import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProfileForm } from '#web/account/profile/ProfileForm.tsx';
import { type ConsentDocument, currentDocumentQuery } from '#web/practice/consents/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import {
  CONSENT_WORDS,
  type ConsentForm,
  consentForm,
  nextVersion,
  type StoredConsent,
} from '#web/account/profile/consent/consent-form.ts';
import { Versions } from '#web/account/profile/consent/Versions.tsx';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { textFieldOf } from '#web/practice/record-form/field-props.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';
import { CONSENT_RULES } from '#domain/consents/consent.ts';
import { pb } from '#web/ground/api/client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { ownId } from '#web/ground/api/session.ts';
import { profileQuery, type ProfileRecord } from '#web/practice/own-profile/queries.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { type RecordForm, useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { Coming } from '#web/ui/page/Coming.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const TITLE = 'Согласие на\u00A0обработку данных';
const ConsentText = withDrafts(ConsentFields);

/** The consent text with all its versions, and whether the booking page asks for consent (CONSENT-01). */
export function ConsentSection() {
  const current = useQuery(currentDocumentQuery());
  if (current.data !== undefined)
    return (
      <>
        <ConsentText document={current.data} />
        {current.data && <Versions />}
      </>
    );
  return (
    <ProfileSection title={TITLE}>
      {<Coming query={current} failed="Не&nbsp;удалось загрузить согласие" text="Загрузка согласия..." count={2} />}
    </ProfileSection>
  );
}

function ConsentFields({ document }: { document: ConsentDocument | null }) {
  const stored = { profile: useProfile(), document };
  const form = useConsentForm(stored);
  const { values, errors, change } = form;
  const next = nextVersion(stored, values);
  return (
    <ProfileForm
      form={form}
      words={CONSENT_WORDS}
      title={TITLE}
      save={next === null ? 'Сохранить' : `Сохранить как версию\u00A0${next}`}
      remark={
        document &&
        next !== null && (
          <p className="small secondary">Кто согласился раньше, согласился с&nbsp;прежней версией: она останется.</p>
        )
      }
    >
      <Switch
        label="Просить согласие на&nbsp;странице записи"
        description={
          values.ask_consent
            ? 'Без согласия заявку не\u00A0отправить. Текст посетитель читает прямо в\u00A0форме.'
            : 'Посетители отправляют заявки без согласия.'
        }
        checked={values.ask_consent}
        error={errors.ask_consent}
        onChange={(event) => change({ ask_consent: event.currentTarget.checked })}
      />
      <TextInput label="Заголовок" autoComplete="off" {...textFieldOf(form, 'title')} />
      <Textarea
        label="Текст"
        rows={8}
        styles={{ input: { '--most-rows': 20 } }}
        autoComplete="off"
        {...textFieldOf(form, 'text')}
      />
      <InlineBox kind="info">
        {document
          ? 'Программа не\u00A0проверяет текст и\u00A0не\u00A0заменяет юриста.'
          : 'Это образец, а\u00A0не\u00A0юридическая консультация. Дополните его и\u00A0покажите юристу.'}
      </InlineBox>
    </ProfileForm>
  );
}

/** The form for the consent text, and for whether the booking page asks for consent. */
function useConsentForm(stored: StoredConsent): RecordForm<ConsentForm> {
  const profiles = cached(profileQuery());
  const documents = cached(currentDocumentQuery());
  return useRecordForm<ConsentForm, StoredConsent>({
    name: 'consent',
    record: stored,
    start: consentForm(stored),
    formOf: consentForm,
    rules: CONSENT_RULES,
    source: {
      read: async () => {
        const [profile, document] = await Promise.all([profiles.read(), documents.read()]);
        return { profile, document };
      },
      seed: ({ profile, document }) => {
        profiles.seed(profile);
        documents.seed(document);
      },
    },
    change: async (changes, newest, fields) => {
      const { title, text, ask_consent } = fields;
      // The text is saved first, because the server refuses to ask for consent without one.
      const document =
        nextVersion(newest, fields) === null
          ? newest.document
          : await pb.collection('consent_documents').create<ConsentDocument>({ user: ownId(), title, text });
      const profile =
        'ask_consent' in changes
          ? await pb.collection('profiles').update<ProfileRecord>(newest.profile.id, { ask_consent })
          : newest.profile;
      return { profile, document };
    },
    stays: true,
    refresh: () => void readAgain(['consent_documents']),
    onSaved: () => toast.success('Согласие сохранено'),
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить согласие', error, id),
  });
}
