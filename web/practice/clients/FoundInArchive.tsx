import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clientsQuery } from '#web/practice/clients/queries.ts';
import type { ClientListing } from '#web/practice/clients/queries.ts';
import { CLIENTS, counted } from '#web/ground/format/plural.ts';
import { keptSearch } from '#web/ui/page/kept-search.ts';

/** Links an empty search to the archived clients that match it (CLIENT-11). */
export function FoundInArchive({ q, order }: Pick<ClientListing, 'q' | 'order'>) {
  const { data } = useQuery(clientsQuery({ q, order, archived: true, unagreed: false })(1));
  if (!data || data.totalItems === 0) return null;
  return (
    <Link to="/dashboard" search={{ archive: '1' }} state={() => keptSearch(q)}>
      В&nbsp;архиве найдено: {counted(data.totalItems, CLIENTS)}
    </Link>
  );
}
