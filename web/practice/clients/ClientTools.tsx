import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClientOrder } from '#web/ground/browser/storage.ts';
import classes from '#web/practice/clients/ClientTools.module.css';
import { clientCountQuery } from '#web/practice/clients/queries.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { versionCountQuery } from '#web/practice/consents/queries.ts';
import { showNumber } from '#web/ground/format/plural.ts';
import { ListTools } from '#web/ui/page/ListTools.tsx';
import { Segments } from '#web/ui/page/Segments.tsx';

export const ORDERS: readonly { value: ClientOrder; label: string }[] = [
  { value: 'newest', label: 'Новые' },
  { value: 'name', label: 'А–Я' },
];

// Loads on demand, because few practices have tags.
const TagFilter = lazyPart(async () => (await import('#web/practice/clients/TagFilter.tsx')).TagFilter, {
  coming: null,
});

interface ClientToolsProps {
  search: ReactNode;
  order: ClientOrder;
  onOrder: (order: ClientOrder) => void;
  archived: boolean;
  onArchived: (archived: boolean) => void;
  /** '' for any. */
  tag: string;
  onTag: (tag: string) => void;
  unagreed: boolean;
  onUnagreed: (unagreed: boolean) => void;
}

/**
 * The controls of the list of clients: the search and the order; the archive if it contains a client (CLIENT-11), a
 * filter by tag if there are tags (CARD-05), and one for clients without consent if there is a consent text
 * (CONSENT-04).
 */
export function ClientTools(props: ClientToolsProps) {
  const { search, order, onOrder, archived, onArchived, tag, onTag, unagreed, onUnagreed } = props;
  const { data: count = 0 } = useQuery(clientCountQuery('archived'));
  const { data: tagged = 0 } = useQuery(clientCountQuery('tagged'));
  const { data: versions = 0 } = useQuery(versionCountQuery());
  const asks = unagreed || versions > 0;
  const { data: without } = useQuery({ ...clientCountQuery('unagreed'), enabled: asks });
  return (
    <ListTools search={search}>
      <Segments label="Порядок" choices={ORDERS} value={order} onChange={onOrder} />
      {asks && (
        <Button
          variant="default"
          className={classes.archive ?? ''}
          aria-pressed={unagreed}
          onClick={() => onUnagreed(!unagreed)}
        >
          Без согласия {without !== undefined && <span className={classes.count}>{showNumber(without)}</span>}
        </Button>
      )}
      {(tag !== '' || tagged > 0) && <TagFilter tag={tag} onTag={onTag} />}
      {(archived || count > 0) && (
        <Button
          variant="default"
          className={classes.archive ?? ''}
          aria-pressed={archived}
          onClick={() => onArchived(!archived)}
        >
          Архив <span className={classes.count}>{showNumber(count)}</span>
        </Button>
      )}
    </ListTools>
  );
}
