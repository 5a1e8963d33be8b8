import type { ReactNode } from 'react';
import type { ListPages } from '#web/ui/list/use-list-pages.ts';
import classes from '#web/ui/list/ListRows.module.css';

/** The position and total of a list item, for lists that are only partly in the DOM. */
export interface ListPlace {
  'aria-setsize'?: number;
  'aria-posinset'?: number;
}

/** Renders one record of a list: an `<li>` with the record's id as its key and its position. */
export type RenderItem<Item> = (item: Item, place: ListPlace) => ReactNode;

interface ListRowsProps<Item> {
  rows: readonly number[];
  columns: number;
  total: number;
  gap: number;
  height: number;
  pages: ListPages<Item>;
  renderItem: RenderItem<Item>;
}

/** The rendered rows, with spacers in place of the rows between them. */
export function ListRows<Item extends { id: string }>({ rows, columns, ...list }: ListRowsProps<Item>) {
  const { total, gap, height, pages, renderItem } = list;
  const shown = new Set<string>();
  return rows.flatMap((row, at) => {
    const before = rows[at - 1];
    const first = row * columns;
    const items = Array.from({ length: Math.min(columns, total - first) }, (_, column) => {
      const index = first + column;
      const item = pages.at(index);
      // During a refetch a record can be on two pages at once: the first one wins.
      if (!item || shown.has(item.id)) return <LoadingItem key={`place-${index}`} height={height} />;
      shown.add(item.id);
      return renderItem(item, { 'aria-setsize': total, 'aria-posinset': index + 1 });
    });
    if (before === undefined || row === before + 1) return items;
    return [<Room key={`room-${row}`} height={(row - before - 1) * (height + gap) - gap} />, ...items];
  });
}

function Room({ height }: { height: number }) {
  return <li role="presentation" className={classes.room} style={{ height }} />;
}

function LoadingItem({ height }: { height: number }) {
  return <li role="presentation" className={classes.loading} style={{ height }} />;
}
