import { useQuery } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';
import { useRef } from 'react';
import { SessionRows } from '#web/practice/clients/SessionRows.tsx';
import { clientSessionsQuery } from '#web/practice/sessions/queries.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import { ListFailure } from '#web/ui/list/ListFailure.tsx';
import { ListRows } from '#web/ui/list/ListRows.tsx';
import type { RenderItem } from '#web/ui/list/ListRows.tsx';
import { useListPages } from '#web/ui/list/use-list-pages.ts';
import { useRows } from '#web/ui/list/use-rows.ts';

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
  const { rows, height, gap, seen, style, onFocus } = useRows(list, {
    scrollerOf: dialogOf,
    columns: 1,
    total,
    height: ROW_HEIGHT,
    overscan: OVERSCAN_ROWS,
  });
  const pages = useListPages(clientSessionsQuery(client), perPage, total, seen);
  return (
    <>
      <SessionRows ref={list} style={style} onFocus={onFocus}>
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
