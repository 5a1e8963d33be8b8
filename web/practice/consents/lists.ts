import { filled } from '#web/ground/api/filter.ts';
import { COUNT, type ListRequest } from '#web/ground/api/list-request.ts';

/** The number of versions of the consent text. */
export function versionCount(user: string): ListRequest {
  return { collection: 'consent_documents', ...COUNT, filter: filled('user = {:user}', { user }) };
}
