import { CONSENT_LIMITS, CONSENT_MANNERS } from '#domain/consents/consent.ts';
import { consentDocument } from '#domain/consents/consent-values.ts';
import { addPaper, withdraw } from '#server/practice/consents/agreements.ts';
import { addVersion } from '#server/practice/consents/documents.ts';
import { defineCollection } from '#server/records/collection.ts';

/** The texts that clients agree to. Every create adds a new version; versions never change. */
export const consentDocuments = defineCollection({
  name: 'consent_documents',
  id: 'pbc_consent_documents',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    version: { type: 'number', writable: 'server' },
    title: { type: 'text', inWords: true, required: true },
    text: { type: 'text', required: true, longest: CONSENT_LIMITS.textMax },
    hash: { type: 'text', writable: 'server' },
    retired: { type: 'date', writable: 'server' },
  },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'nobody', delete: 'nobody' },
  schema: consentDocument,
  create: () => addVersion,
});

/** Who agreed to which text. A create records an agreement on paper, an update withdraws one. */
export const consents = defineCollection({
  name: 'consents',
  id: 'pbc_consents',
  fields: {
    user: { type: 'relation', to: 'users', writable: 'create' },
    document: { type: 'relation', to: 'consent_documents', required: true, writable: 'create' },
    client: { type: 'relation', to: 'clients', required: true, writable: 'create' },
    booking: { type: 'relation', to: 'booking', writable: 'server' },
    given_at: { type: 'date', required: true, writable: 'create' },
    manner: { type: 'select', values: CONSENT_MANNERS, initial: 'paper', writable: 'server' },
    withdrawn_at: { type: 'date' },
    address: { type: 'text', hidden: true },
    device: { type: 'text', hidden: true },
  },
  access: { list: 'owner', view: 'owner', create: 'owner', update: 'owner', delete: 'nobody' },
  viewed: ['address', 'device'],
  create: () => addPaper,
  update: () => withdraw,
});
