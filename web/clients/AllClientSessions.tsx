import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ListResult } from 'pocketbase';
import { useLayoutEffect, useRef } from 'react';
import { SessionRows } from '#web/clients/SessionRows.tsx';
import { clientSessionsQuery } from '#web/sessions/queries.ts';
import type { SessionTimeRecord } from '#web/sessions/queries.ts';
import { ListFailure } from '#web/ui/list/ListFailure.tsx';
import { ListRows } from '#web/ui/list/ListRows.tsx';
import type { RenderItem } from '#web/ui/list/ListRows.tsx';
import { useFocusedRow } from '#web/ui/list/use-focused-row.ts';
import { useListPages } from '#web/ui/list/use-list-pages.ts';
import { useRowMetrics } from '#web/ui/list/use-row-metrics.ts';

const ROW_HEIGHT = 48;
const OVERSCAN_ROWS = 4;

interface AllClientSessionsProps {
  client: string;
  /** The sessions already loaded, shown until the first page arrives. */
  newest: readonly SessionTimeRecord[];
  renderRow: RenderItem<SessionTimeRecord>;
}

/** All sessions of a client inside the details dialog, loaded and rendered as far as the list is scrolled. */
export function AllClientSessions({ client, newest, renderRow }: AllClientSessionsProps) {
  const { data: first } = useQuery(clientSessionsQuery(client)(1));
  if (first && first.totalItems > first.perPage) {
    return <WindowedSessions client={client} first={first} renderRow={renderRow} />;
  }
  return (
    <SessionRows aria-busy={!first}>{(first?.items ?? newest).map((session) => renderRow(session, {}))}</SessionRows>
  );
}

function dialogOf(list: Element): Element | null {
  return list.closest('[role="dialog"]');
}

interface WindowedSessionsProps extends Omit<AllClientSessionsProps, 'newest'> {
  first: ListResult<SessionTimeRecord>;
}

function WindowedSessions({ client, first: { totalItems: total, perPage }, renderRow }: WindowedSessionsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { height, gap, above } = useRowMetrics(list, dialogOf, ROW_HEIGHT);
  const focused = useFocusedRow(1, total);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => list.current && dialogOf(list.current),
    estimateSize: () => height,
    gap,
    overscan: OVERSCAN_ROWS,
    scrollMargin: above,
    rangeExtractor: focused.rangeExtractor,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height, gap]);
  const rows = virtualizer.getVirtualItems();
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  const seen = { first: startIndex, last: endIndex, kept: focused.item };
  const pages = useListPages(clientSessionsQuery(client), perPage, total, seen);
  const end = rows.at(-1)?.end ?? above;
  return (
    <>
      <SessionRows
        ref={list}
        style={{
          paddingTop: (rows[0]?.start ?? above) - above,
          paddingBottom: virtualizer.getTotalSize() - (end - above),
        }}
        onFocus={focused.onFocus}
      >
        <ListRows
          rows={rows}
          columns={1}
          total={total}
          gap={gap}
          height={height}
          pages={pages}
          renderItem={renderRow}
        />
      </SessionRows>
      <ListFailure failed={pages.failed} />
    </>
  );
}
