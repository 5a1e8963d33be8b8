import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClientOrder } from '#web/ground/browser/storage.ts';
import classes from '#web/practice/clients/ClientTools.module.css';
import { clientCountQuery } from '#web/practice/clients/queries.ts';
import { versionCountQuery } from '#web/practice/consents/queries.ts';
import { showNumber } from '#web/ground/format/plural.ts';
import { Segments } from '#web/ui/page/Segments.tsx';

export const ORDERS: readonly { value: ClientOrder; label: string }[] = [
  { value: 'newest', label: 'Новые' },
  { value: 'name', label: 'А–Я' },
];

interface ClientToolsProps {
  search: ReactNode;
  order: ClientOrder;
  onOrder: (order: ClientOrder) => void;
  archived: boolean;
  onArchived: (archived: boolean) => void;
  unagreed: boolean;
  onUnagreed: (unagreed: boolean) => void;
}

/**
 * What the list of clients shows: the search, the order, the archive once it holds a client (CLIENT-11), and those without
 * agreement once there is a text to agree to (CONSENT-04).
 */
export function ClientTools({ search, order, onOrder, archived, onArchived, unagreed, onUnagreed }: ClientToolsProps) {
  const { data: count = 0 } = useQuery(clientCountQuery('archived'));
  const { data: versions = 0 } = useQuery(versionCountQuery());
  const asks = unagreed || versions > 0;
  const { data: without } = useQuery({ ...clientCountQuery('unagreed'), enabled: asks });
  return (
    <div className={classes.tools}>
      <div className={classes.search}>{search}</div>
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
    </div>
  );
}
