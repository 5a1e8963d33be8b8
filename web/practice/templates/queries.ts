import { queryOptions } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { readWholeList } from '#web/ground/api/lists.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';

/** A template with which a record can begin. */
export interface TemplateRecord {
  id: string;
  name: string;
  text: SealedText;
  position: number;
}

/** The limit of one request; no account has more. */
const AT_MOST = 200;

/** All templates of the practitioner, in their own order. */
export function templatesQuery() {
  return queryOptions({
    queryKey: ['templates', 'list'],
    queryFn: ({ signal }) =>
      readWholeList<TemplateRecord>(
        {
          collection: 'templates',
          page: 1,
          perPage: AT_MOST,
          skipTotal: true,
          fields: 'id,name,text,position',
        },
        signal,
      ),
  });
}

export function templateQuery(id: string) {
  return queryOptions({
    queryKey: ['templates', 'one', id],
    queryFn: ({ signal }) => pb.collection('templates').getOne<TemplateRecord>(id, { signal }),
  });
}
