import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ListFailure } from '#web/ui/list/ListFailure.tsx';
import classes from '#web/ui/list/ShowMore.module.css';

interface ShowMoreProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isFetching' | 'fetchNextPage'
  >;
}

/** The next page of a list: loads automatically near the end of the list, or by a button. */
export function ShowMore({ query }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isFetching, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const ready = hasNextPage && !isFetching && !isFetchNextPageError;

  useEffect(() => {
    if (!ready || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: '600px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [ready, fetchNextPage]);

  if (!hasNextPage) return null;
  if (isFetchNextPageError) return <ListFailure failed onRetry={() => void fetchNextPage()} />;
  return (
    <div ref={end} className={classes.more}>
      <Button variant="default" onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
        {isFetchingNextPage ? 'Загрузка...' : 'Показать ещё'}
      </Button>
    </div>
  );
}
