import type { ListResult } from 'pocketbase';
import { useRef } from 'react';
import { CardGrid } from '#web/ui/page/CardGrid.tsx';
import { ListFailure } from '#web/ui/list/ListFailure.tsx';
import { ListRows } from '#web/ui/list/ListRows.tsx';
import type { RenderItem } from '#web/ui/list/ListRows.tsx';
import { useColumns } from '#web/ui/list/use-columns.ts';
import { useListPages } from '#web/ui/list/use-list-pages.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import { useRows } from '#web/ui/list/use-rows.ts';

const OVERSCAN_ROWS = 3;

interface LongCardsProps<Item> {
  /** The first page, with the total. */
  first: ListResult<Item>;
  query: PageQuery<Item>;
  /** Estimated height of a card until the first one is measured, in pixels. */
  height: number;
  renderCard: RenderItem<Item>;
  busy: boolean;
  label?: string;
}

/**
 * Cards of a list that can hold tens of thousands: only those in the window are loaded and rendered, and the page keeps
 * its full height. A list of one page is rendered whole, for the browser's own search.
 */
export function LongCards<Item extends { id: string }>(props: LongCardsProps<Item>) {
  const { first, renderCard, busy, label } = props;
  if (first.totalItems > first.perPage) return <WindowedCards {...props} />;
  return (
    <CardGrid aria-label={label} aria-busy={busy}>
      {first.items.map((item) => renderCard(item, {}))}
    </CardGrid>
  );
}

const theWindow = () => null;

function WindowedCards<Item extends { id: string }>({
  first,
  query,
  renderCard,
  busy,
  ...props
}: LongCardsProps<Item>) {
  const { totalItems: total, perPage } = first;
  const list = useRef<HTMLUListElement>(null);
  const columns = useColumns();
  const { rows, height, gap, seen, style, onFocus } = useRows(list, {
    scrollerOf: theWindow,
    columns,
    total,
    height: props.height,
    overscan: OVERSCAN_ROWS,
  });
  const pages = useListPages(query, perPage, total, seen);
  return (
    <>
      <CardGrid ref={list} aria-label={props.label} aria-busy={busy} style={style} onFocus={onFocus}>
        <ListRows
          rows={rows}
          columns={columns}
          total={total}
          gap={gap}
          height={height}
          pages={pages}
          renderItem={renderCard}
        />
      </CardGrid>
      <ListFailure failed={pages.failed} />
    </>
  );
}
