import { useQueryClient } from '@tanstack/react-query';
import { CONSENT_RULES } from '#domain/consents/consent.ts';
import { pb } from '#web/ground/api/client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { ownId } from '#web/ground/api/session.ts';
import { type ConsentDocument, currentDocumentQuery } from '#web/practice/consents/queries.ts';
import { type ProfileRecord, profileQuery } from '#web/practice/own-profile/queries.ts';
import {
  type ConsentForm,
  consentForm,
  nextVersion,
  type StoredConsent,
} from '#web/account/profile/consent/consent-form.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { type RecordForm, useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** The form of the text that clients agree to, and whether the public page asks for it. */
export function useConsentForm(stored: StoredConsent): RecordForm<ConsentForm> {
  const queryClient = useQueryClient();
  const profiles = cached(queryClient, profileQuery());
  const documents = cached(queryClient, currentDocumentQuery());
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
      // The server refuses to ask for an agreement without a text, so that comes first.
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
