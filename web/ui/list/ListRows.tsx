import type { VirtualItem } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import type { ListPages } from '#web/ui/list/use-list-pages.ts';
import classes from '#web/ui/list/ListRows.module.css';

/** Which of how many a list item is, where the others are not all on the page. */
export interface ListPlace {
  'aria-setsize'?: number;
  'aria-posinset'?: number;
}

/** How one record of a list is shown: an `<li>` with the record's id as its key and its place among all. */
export type RenderItem<Item> = (item: Item, place: ListPlace) => ReactNode;

interface ListRowsProps<Item> {
  rows: readonly VirtualItem[];
  columns: number;
  total: number;
  gap: number;
  height: number;
  pages: ListPages<Item>;
  renderItem: RenderItem<Item>;
}

/** Rows that follow one another, and in the place of those between them as much room as they take. */
export function ListRows<Item extends { id: string }>({ rows, columns, ...list }: ListRowsProps<Item>) {
  const { total, gap, height, pages, renderItem } = list;
  const shown = new Set<string>();
  return rows.flatMap((row, at) => {
    const before = rows[at - 1];
    const first = row.index * columns;
    const items = Array.from({ length: Math.min(columns, total - first) }, (_, column) => {
      const index = first + column;
      const item = pages.at(index);
      // On two pages at once while a change is being read: it stands where it was met first.
      if (!item || shown.has(item.id)) return <LoadingItem key={`place-${index}`} height={height} />;
      shown.add(item.id);
      return renderItem(item, { 'aria-setsize': total, 'aria-posinset': index + 1 });
    });
    if (!before || row.index === before.index + 1) return items;
    return [<Room key={`room-${row.index}`} height={row.start - before.end - 2 * gap} />, ...items];
  });
}

function Room({ height }: { height: number }) {
  return <li role="presentation" className={classes.room} style={{ height }} />;
}

function LoadingItem({ height }: { height: number }) {
  return <li role="presentation" className={classes.loading} style={{ height }} />;
}
