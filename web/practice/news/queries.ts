import type { NamedClient } from '#domain/clients/told-apart.ts';
import type { LettersOff } from '#domain/letters/letter.ts';
import type { NewsKind } from '#domain/news/news.ts';
import type { StoredInstant } from '#domain/time/instant.ts';
import { useQuery } from '@tanstack/react-query';
import { pageOptions } from '#web/ground/api/lists.ts';
import { ownId } from '#web/ground/api/session.ts';
import { newsList } from '#web/practice/news/lists.ts';

/** An event caused by others or by the program. Relations and instants can be ''. */
export interface NewsRecord {
  id: string;
  created: StoredInstant;
  kind: NewsKind;
  session: string;
  client: string;
  booking: string;
  before: string;
  after: string;
  expand?: { client?: NamedClient & { letters_off: LettersOff }; booking?: { name: string } };
}

/** The query of a screen's strip; `coming` until it has succeeded or failed once. */
export function useNews() {
  const user = ownId();
  const { data, isError, isPending, errorUpdateCount, refetch } = useQuery(
    pageOptions<NewsRecord>(['news', user], newsList(user)),
  );
  return { data, isError, refetch, coming: isPending && errorUpdateCount === 0 };
}
