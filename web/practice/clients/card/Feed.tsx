import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useAreLocked } from '#web/ground/api/keys.ts';
import { refetchFailed } from '#web/ground/api/query-client.ts';
import { type Feed as Known, feedOf, type SessionEntry, withEdited, yearsOf } from '#web/practice/clients/card/feed.ts';
import {
  clientRequestsQuery,
  NEWEST,
  newestOfFeedQuery,
  wholeFeedQuery,
} from '#web/practice/clients/card/feed-queries.ts';
import { findHits, type Hit, hitFrom, soughtIn, textsOf } from '#web/practice/clients/card/feed-search.ts';
import { FeedEntryCard } from '#web/practice/clients/card/FeedEntryCard.tsx';
import type { LeaveEditor } from '#web/practice/clients/card/FeedEditor.tsx';
import { FeedList, type Goal } from '#web/practice/clients/card/FeedList.tsx';
import { FeedPaper } from '#web/practice/clients/card/FeedPaper.tsx';
import { FeedTools } from '#web/practice/clients/card/FeedTools.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';
import { ListFailure } from '#web/ui/list/ListFailure.tsx';
import { useKeptSearch } from '#web/ui/page/kept-search.ts';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import { usePrinting } from '#web/ui/page/use-printing.ts';

/** The client's feed; undefined until its first part has loaded. The rest loads afterwards. */
function useFeed(client: string, edited: SessionEntry | null): { feed: Known | undefined; failed: boolean } {
  const newest = useQuery(newestOfFeedQuery(client));
  const requests = useQuery(clientRequestsQuery(client));
  const first = newest.data;
  const isLong = first !== undefined && first.items.length < first.totalItems;
  const whole = useQuery({ ...wholeFeedQuery(client), enabled: isLong });
  const sessions = isLong ? (whole.data ?? first.items) : first?.items;
  // Waits for the requests, because they are sorted among the sessions: inserted later they would move what is being
  // read.
  const told = requests.data ?? (requests.isError ? NONE : undefined);
  const feed = useMemo(
    () => sessions && told && withEdited(feedOf(sessions, told, first?.totalItems ?? 0), edited),
    [sessions, told, first?.totalItems, edited],
  );
  return { feed, failed: [newest, requests, whole].some(({ isError, data }) => isError && !data) };
}

const NONE: [] = [];

/** Everything written about a client, newest first (CARD-02). */
export function Feed({ client }: { client: string }) {
  const timeZone = useTimeZone();
  const locked = useAreLocked();
  const printing = usePrinting();
  const [edited, setEdited] = useState<SessionEntry | null>(null);
  const leaveEditor = useRef<LeaveEditor | null>(null);
  const keepLeave = useCallback((leave: LeaveEditor | null) => {
    leaveEditor.current = leave;
  }, []);
  const { feed, failed } = useFeed(client, edited);
  const [goal, setGoal] = useState<Goal | null>(null);
  const [typed, setTyped] = useKeptSearch();
  const sought = soughtIn(useDeferredValue(typed));
  const entries = feed?.entries ?? NONE;
  const hits = useMemo(() => findHits(entries, sought), [entries, sought]);
  const [from, setFrom] = useState<Hit | null>(null);
  const at = hitFrom(hits, from);
  const hit = hits[at] ?? null;
  // The entry that a global search linked to; in a long feed it may load only with the rest.
  const [wish, setWish] = useState(useRouterState({ select: ({ location }) => location.state.entry ?? '' }));
  const wished = wish === '' ? undefined : hits.find(({ entry }) => entries[entry]?.id === wish);

  const [shown, setShown] = useState('');
  // Scrolls only once per search: hits found in later loaded entries do not move the window.
  if (feed && shown !== sought) {
    setShown(sought);
    if (hit && !wish) setGoal({ index: hit.entry, mark: true, focus: false });
  }

  if (wish !== '' && (wished || feed?.whole)) {
    setWish('');
    if (wished) setFrom(wished);
    if (wished) setGoal({ index: wished.entry, mark: true, focus: false });
  }

  if (!feed) {
    return failed ? (
      <ErrorState title="Ошибка при загрузке записей" onRetry={refetchFailed} />
    ) : (
      <LoadingCards text="Загрузка записей..." columns={1} count={3} height={180} />
    );
  }
  if (feed.total === 0) {
    return (
      <EmptyState
        title="Записей пока нет"
        hint="Здесь встанет всё, что вы&nbsp;напишете о&nbsp;встречах, новое сверху."
      />
    );
  }
  const years = yearsOf(feed.entries, timeZone);
  const goTo = (next: Hit | undefined) => {
    if (!next) return;
    setFrom(next);
    setGoal({ index: next.entry, mark: true, focus: false });
  };
  const edit = (entry: SessionEntry) => {
    const begin = () => setEdited(entry);
    if (leaveEditor.current) leaveEditor.current(begin);
    else begin();
  };
  const isClosed = locked && feed.entries.some((entry) => textsOf(entry).some(([, text]) => text === undefined));
  return (
    <>
      <FeedTools
        typed={typed}
        onType={(text) => {
          setFrom(null);
          setTyped(text);
        }}
        searching={sought !== ''}
        found={{ at, of: hits.length }}
        whole={feed.whole}
        onStep={(by) => goTo(hits[(at + by + hits.length) % hits.length])}
        hasYears={feed.total > NEWEST || years.length > 1}
        years={years}
        onYear={(index) => setGoal({ index, mark: false, focus: true })}
      />
      {isClosed && (
        <div className="below-3">
          <NotOpened />
        </div>
      )}
      <FeedList
        client={client}
        feed={feed}
        goal={goal}
        edited={edited}
        onGoal={setGoal}
        renderEntry={(entry, index, place) => (
          <FeedEntryCard
            key={entry.id}
            entry={entry}
            place={place}
            timeZone={timeZone}
            locked={locked}
            sought={sought}
            hit={hit?.entry === index ? hit : null}
            edited={edited?.id === entry.id}
            onLeave={keepLeave}
            onEdit={() => 'session' in entry && edit(entry)}
            onClose={() => {
              setEdited(null);
              setGoal({ index, mark: false, focus: true, still: true });
            }}
          />
        )}
      />
      <ListFailure failed={failed} />
      {printing && <FeedPaper feed={feed} timeZone={timeZone} locked={locked} />}
    </>
  );
}
