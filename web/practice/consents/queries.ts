import { queryOptions } from '@tanstack/react-query';
import type { ConsentManner } from '#domain/consents/consent.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled } from '#web/ground/api/filter.ts';
import { firstRow } from '#web/ground/api/first-rows.ts';
import { COUNT } from '#web/ground/api/list-request.ts';
import { countOptions } from '#web/ground/api/lists.ts';
import { ownId } from '#web/ground/api/session.ts';
import { versionCount } from '#web/practice/consents/lists.ts';

/** A version without its text. */
export interface ConsentVersion {
  id: string;
  version: number;
  title: string;
  created: string;
  /** '' while it is the current one. */
  retired: string;
}

export interface ConsentDocument extends ConsentVersion {
  text: string;
  hash: string;
}

export interface ConsentRecord {
  id: string;
  document: string;
  client: string;
  given_at: string;
  manner: ConsentManner;
  /** '' while it is valid. */
  withdrawn_at: string;
  expand?: { document?: Pick<ConsentVersion, 'version'> };
}

/** Only returned by the query of a single consent. */
export interface ConsentProof extends Omit<ConsentRecord, 'expand'> {
  address: string;
  device: string;
  expand?: { document?: ConsentDocument };
}

const own = () => filled('user = {:user}', { user: ownId() });

/** The newest version; null if there is none. */
export function currentDocumentQuery() {
  return queryOptions({
    queryKey: ['consent_documents', 'current', ownId()],
    queryFn: ({ signal }) =>
      firstRow<ConsentDocument>('consent_documents', { filter: own(), sort: '-version', signal }),
  });
}

/** How many versions there are; 0 if the practitioner has no consent text. */
export function versionCountQuery() {
  return countOptions(['consent_documents', 'count', ownId()], versionCount(ownId()));
}

/** Every version, the newest first. */
export function everyVersionQuery() {
  return queryOptions({
    queryKey: ['consent_documents', 'every', ownId()],
    queryFn: ({ signal }) =>
      pb.collection('consent_documents').getFullList<ConsentVersion>({
        filter: own(),
        sort: '-version',
        fields: 'id,version,title,created,retired',
        signal,
      }),
  });
}

export function documentQuery(id: string) {
  return queryOptions({
    queryKey: ['consent_documents', 'one', id],
    queryFn: ({ signal }) => pb.collection('consent_documents').getOne<ConsentDocument>(id, { signal }),
  });
}

/** How many consents to a version there are, including withdrawn ones. */
export function agreedCountQuery(document: string) {
  const filter = `${own()} && ${filled('document = {:document}', { document })}`;
  return countOptions(['consents', 'count', document], { collection: 'consents', ...COUNT, filter });
}

/** A client's consents, newest first. */
export function clientConsentsQuery(client: string) {
  return queryOptions({
    queryKey: ['consents', 'of-client', client],
    queryFn: ({ signal }) =>
      pb.collection('consents').getFullList<ConsentRecord>({
        filter: `${own()} && ${filled('client = {:client}', { client })}`,
        sort: '-given_at',
        expand: 'document',
        fields: 'id,document,client,given_at,manner,withdrawn_at,expand.document.version',
        signal,
      }),
  });
}

/** One consent with everything that proves it. */
export function consentQuery(id: string) {
  return queryOptions({
    queryKey: ['consents', 'one', id],
    queryFn: ({ signal }) => pb.collection('consents').getOne<ConsentProof>(id, { expand: 'document', signal }),
  });
}
