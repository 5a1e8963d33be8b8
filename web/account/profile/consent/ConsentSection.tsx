import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ConsentDocument, currentDocumentQuery } from '#web/practice/consents/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { CONSENT_WORDS, nextVersion } from '#web/account/profile/consent/consent-form.ts';
import { useConsentForm } from '#web/account/profile/consent/use-consent-form.ts';
import { Versions } from '#web/account/profile/consent/Versions.tsx';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { SaveRow } from '#web/account/profile/SaveRow.tsx';
import { ChangedElsewhere } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';

const TITLE = 'Согласие на\u00A0обработку данных';
const ConsentText = withDrafts(ConsentFields);

/** The text that clients agree to, all its versions, and whether the public page asks for it (CONSENT-01). */
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
      {current.isError ? (
        <ErrorState title="Не&nbsp;удалось загрузить согласие" onRetry={() => void current.refetch()} />
      ) : (
        <LoadingCards text="Загрузка согласия..." columns={1} count={2} />
      )}
    </ProfileSection>
  );
}

function ConsentFields({ document }: { document: ConsentDocument | null }) {
  const stored = { profile: useProfile(), document };
  const form = useConsentForm(stored);
  const { values, errors, change, draft } = form;
  const next = nextVersion(stored, values);
  return (
    <ProfileSection title={TITLE}>
      <form id={form.id} noValidate onSubmit={form.onSubmit}>
        <FieldStack>
          <ChangedElsewhere draft={draft} words={CONSENT_WORDS} />
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
          <TextInput
            label="Заголовок"
            autoComplete="off"
            value={values.title}
            error={errors.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <Textarea
            label="Текст"
            rows={8}
            styles={{ input: { '--most-rows': 20 } }}
            autoComplete="off"
            value={values.text}
            error={errors.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
          <InlineBox kind="info">
            {document
              ? 'Программа не\u00A0проверяет текст и\u00A0не\u00A0заменяет юриста.'
              : 'Это образец, а\u00A0не\u00A0юридическая консультация. Дополните его и\u00A0покажите юристу.'}
          </InlineBox>
          <SaveRow form={form} draft={draft}>
            {next === null ? 'Сохранить' : `Сохранить как версию\u00A0${next}`}
          </SaveRow>
          {document && next !== null && (
            <p className="small secondary">Кто согласился раньше, согласился с&nbsp;прежней версией: она останется.</p>
          )}
        </FieldStack>
      </form>
    </ProfileSection>
  );
}
