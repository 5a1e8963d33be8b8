import { queryOptions } from '@tanstack/react-query';
import type { ClientLetterKind, LetterPreview } from '#domain/letters/letter.ts';
import { pb } from '#web/ground/api/client.ts';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';

/** A letter of this kind as a client would get it. */
export function previewQuery(kind: ClientLetterKind, profile: ProfileRecord) {
  const { user, name, sender_name, reply_to, public_phone, time_zone, place_address, place_link } = profile;
  const shown = [name, sender_name, reply_to, public_phone, time_zone, place_address, place_link];
  return queryOptions({
    queryKey: ['letter-preview', user, kind, ...shown],
    queryFn: ({ signal }) => pb.send<LetterPreview>('/api/letters/preview', { method: 'POST', body: { kind }, signal }),
  });
}
