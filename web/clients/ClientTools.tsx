import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClientOrder } from '#web/browser/storage.ts';
import classes from '#web/clients/ClientTools.module.css';
import { clientCountQuery } from '#web/clients/queries.ts';
import { showNumber } from '#web/format/plural.ts';

const ORDERS: readonly { order: ClientOrder; name: string }[] = [
  { order: 'newest', name: 'Новые' },
  { order: 'name', name: 'А–Я' },
];

interface ClientToolsProps {
  search: ReactNode;
  order: ClientOrder;
  onOrder: (order: ClientOrder) => void;
  archived: boolean;
  onArchived: (archived: boolean) => void;
}

/** What the list of clients shows: the search, the order, and the archive once it holds a client (CLIENT-11). */
export function ClientTools({ search, order, onOrder, archived, onArchived }: ClientToolsProps) {
  const { data: count = 0 } = useQuery(clientCountQuery('archived'));
  return (
    <div className={classes.tools}>
      <div className={classes.search}>{search}</div>
      <fieldset className={classes.order}>
        <legend className="visually-hidden">Порядок</legend>
        {ORDERS.map((choice) => (
          <label key={choice.order} className={classes.choice}>
            <input type="radio" name="order" checked={order === choice.order} onChange={() => onOrder(choice.order)} />
            {choice.name}
          </label>
        ))}
      </fieldset>
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
