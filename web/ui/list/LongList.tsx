import type { ListResult } from 'pocketbase';
import { type ComponentProps, type ComponentType, type ReactNode, useRef } from 'react';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import { showNumber } from '#web/ground/format/plural.ts';
import { ListFailure } from '#web/ui/list/ListFailure.tsx';
import classes from '#web/ui/list/LongList.module.css';
import { PART } from '#web/ui/list/measure-parts.ts';
import { type Parts, useParts } from '#web/ui/list/use-parts.ts';
import { CardGrid } from '#web/ui/page/CardGrid.tsx';
import { useThrottledValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';

interface ListPages<Item> {
  at: (index: number) => Item | undefined;
  failed: boolean;
}

/** The minimum time between requests while a list scrolls fast, in milliseconds. */
const THROTTLE_MS = 100;

interface Seen {
  first: number;
  last: number;
  /** An item whose page stays loaded even when it is scrolled out of view. */
  kept: number | null;
}

/** Loads the pages of the visible items; a neighbouring page loads as soon as its edge is near. */
function useListPages<Item>(
  query: PageQuery<Item>,
  perPage: number,
  total: number,
  { first, last, kept }: Seen,
): ListPages<Item> {
  const pageOf = (index: number) => Math.floor(Math.min(total - 1, Math.max(0, index)) / perPage) + 1;
  const near = perPage / 4;
  const span = useThrottledValue(`${pageOf(first - near)} ${pageOf(last + near)}`, THROTTLE_MS);
  const [from = 1, to = 1] = span.split(' ').map(Number);
  const pages = new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index));
  if (kept !== null) pages.add(pageOf(kept));
  const numbers = [...pages];
  const results = useQueries({ queries: numbers.map((page) => query(page)) });
  return {
    at: (index) => results[numbers.indexOf(pageOf(index))]?.data?.items[index % perPage],
    failed: results.some((result) => result.isError && !result.data),
  };
}

/** The position and total of a list item, for lists that are only partly in the DOM. */
export interface ListPlace {
  'aria-setsize'?: number;
  'aria-posinset'?: number;
}

/** Renders one record of a list: an `<li>` with the record's id as its key and its position. */
export type RenderItem<Item> = (item: Item, place: ListPlace) => ReactNode;

interface LongListProps<Item> extends ComponentProps<'ul'> {
  /** The first page, with the total. */
  first: ListResult<Item>;
  query: PageQuery<Item>;
  /** Estimated height of an item until some are measured, in pixels. */
  height: number;
  renderItem: RenderItem<Item>;
  List?: ComponentType<ComponentProps<'ul'>>;
}

/**
 * A windowed list for tens of thousands of items: only those in the viewport are loaded and rendered, and the page
 * keeps its full height. A list of a single page is rendered in full, so that the browser's own search works.
 */
export function LongList<Item extends { id: string }>({ List = CardGrid, ...props }: LongListProps<Item>) {
  const { first, query, height, renderItem, ...list } = props;
  if (first.totalItems > first.perPage) {
    return <WindowedList {...{ first, query, height, renderItem, List }} {...list} />;
  }
  return <List {...list}>{first.items.map((item) => renderItem(item, {}))}</List>;
}

function WindowedList<Item extends { id: string }>({
  first: { totalItems: total, perPage },
  query,
  height,
  ...list
}: LongListProps<Item> & Required<Pick<LongListProps<Item>, 'List'>>) {
  const ref = useRef<HTMLUListElement>(null);
  const window = useParts(ref, { total, height, queryKey: query(1).queryKey });
  const { at, failed } = useListPages(query, perPage, total, window.seen);
  return (
    <>
      <ListWindow ref={ref} window={window} total={total} at={at} {...list} />
      <ListFailure failed={failed} />
    </>
  );
}

interface ListWindowProps<Item> extends ComponentProps<'ul'> {
  window: Parts;
  total: number;
  /** Undefined for an item that is not loaded yet. */
  at: (index: number) => Item | undefined;
  renderItem: RenderItem<Item>;
  List: ComponentType<ComponentProps<'ul'>>;
}

/** The rendered parts of a list, and spacers for the others. */
export function ListWindow<Item extends { id: string }>({
  window: { parts, itemHeight, roomOf, onFocus },
  total,
  at,
  renderItem,
  List,
  ...named
}: ListWindowProps<Item>) {
  const shown = new Set<string>();
  const renderPlace = (index: number) => {
    const item = at(index);
    if (item && !shown.has(item.id)) {
      shown.add(item.id);
      return renderItem(item, { 'aria-setsize': total, 'aria-posinset': index + 1 });
    }
    // Not loaded yet; or a refetch returned an item on two pages, where the first one wins.
    const place = { role: 'presentation', 'data-place': index + 1 };
    return <li key={`place-${index}`} {...place} className="sheet" style={{ height: itemHeight }} />;
  };
  const room = (from: number, to: number) =>
    from < to && (
      <li
        key={`room-${from}`}
        role="presentation"
        data-room={showNumber(Math.min(to * PART, total) - from * PART)}
        className={classes.room}
        style={{ height: roomOf(from, to) }}
      />
    );
  return (
    <List {...named} onFocus={onFocus}>
      {parts.flatMap((part, index) => [
        room((parts[index - 1] ?? -1) + 1, part),
        ...Array.from({ length: Math.min(PART, total - part * PART) }, (_, item) => renderPlace(part * PART + item)),
      ])}
      {room((parts.at(-1) ?? -1) + 1, Math.ceil(total / PART))}
    </List>
  );
}
