import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import type { NewsKind } from '#domain/news/news.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { showNumber } from '#web/ground/format/plural.ts';
import { showSince } from '#web/ground/format/relative-time.ts';
import { groupNews, type NewsGroup } from '#web/practice/news/group-news.ts';
import classes from '#web/practice/news/NewsStrip.module.css';
import type { NewsRecord, useNews } from '#web/practice/news/queries.ts';
import { newsLine, newsPlace } from '#web/practice/news/words.ts';
import { showMore } from '#web/ui/list/show-more.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { useSlipGuard } from '#web/ui/list/slip-guard.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';
import { say } from '#web/ui/say/say.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { pb } from '#web/ground/api/client.ts';

/** How many rows are shown at first, so that the day stays visible. */
const FEW = 4;

const FAILED = 'Не\u00A0удалось отметить';

/** Kinds that a toast already announces. */
const TOLD: readonly NewsKind[] = ['client_moved', 'client_canceled', 'request_new', 'series_skipped'];

interface NewsStripProps {
  news: Omit<ReturnType<typeof useNews>, 'coming'>;
  now: Temporal.Instant;
  timeZone: string;
}

/** Unseen events caused by others or by the program (NEWS-01); renders nothing if there are none. */
export function NewsStrip({ news, now, timeZone }: NewsStripProps) {
  const { data, isError, refetch } = news;
  const heading = useId();
  const [opened, setOpened] = useState(false);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const slip = useSlipGuard();
  const all = useMutation({
    mutationFn: seeAll,
    onSuccess: (press) => {
      toast.success('Всё отмечено', { undo: { text: 'Вернуть', onPress: () => void takeBack(press) } });
      focusMain();
      return readAgain(['news']);
    },
    onError: (error) => failureToast(FAILED, error),
  });
  const items = groupNews(data?.items.filter(({ id }) => !marked.has(id)) ?? []);
  const [newest] = items;
  useSaid(data?.items[0], timeZone, now);
  if (!data && isError) {
    return (
      <section className={classes.strip} aria-labelledby={heading}>
        <h2 id={heading} className="visually-hidden">
          Что изменилось
        </h2>
        <div role="alert" className={classes.failed}>
          Не&nbsp;удалось загрузить, что изменилось
          <RetryButton onRetry={() => void refetch()} />
        </div>
      </section>
    );
  }
  if (!data || !newest) return null;

  const see = async (ids: readonly string[], { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The next row moves up, so the second press of a double click would hit it.
    slip.expect();
    const row = currentTarget.closest('li');
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button');
    if (next) next.focus({ preventScroll: true });
    else focusMain();
    setMarked((before) => new Set([...before, ...ids]));
    try {
      await mark(ids);
      say('Отмечено');
    } catch (error) {
      // Already gone: the record that it reported was deleted.
      if (statusOf(error) !== 404) {
        setMarked((before) => new Set([...before].filter((one) => !ids.includes(one))));
        failureToast(FAILED, error);
      }
    }
    await readAgain(['news']);
  };
  const shown = opened ? items : items.slice(0, FEW);
  const earlier = data.totalItems - data.items.length;
  return (
    <section className={classes.strip} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading} className="lead">
          Что изменилось
        </h2>
        <Button
          variant="subtle"
          disabled={all.isPending}
          aria-busy={all.isPending || undefined}
          onClick={() => submitOnce(all, newest.created)}
        >
          Всё понятно
        </Button>
      </div>
      <ul role="list" {...slip.place}>
        {shown.map((row) => (
          <Row key={row.id} row={row} now={now} timeZone={timeZone} onSeen={(event) => void see(row.ids, event)} />
        ))}
      </ul>
      {items.length > shown.length && (
        <div className={classes.more}>
          <Button variant="subtle" onClick={({ currentTarget }) => showMore(currentTarget, FEW, () => setOpened(true))}>
            Показать ещё {showNumber(items.length - shown.length)}
          </Button>
        </div>
      )}
      {opened && earlier > 0 && (
        <p className={`secondary ${classes.more}`}>И&nbsp;ещё {showNumber(earlier)}, раньше этих</p>
      )}
    </section>
  );
}

interface RowProps extends Pick<NewsStripProps, 'now' | 'timeZone'> {
  row: NewsGroup;
  onSeen: (event: MouseEvent<HTMLButtonElement>) => void;
}

function Row({ row, now, timeZone, onSeen }: RowProps) {
  const id = useId();
  const { what, who, when } = newsLine(row, timeZone, now);
  const happened = parseStoredInstant(row.created);
  return (
    <li data-row={row.id} className={classes.row}>
      <Link {...newsPlace(row)} id={id} className={classes.open}>
        <span className="block">
          {what}
          {who && (
            <>
              {': '}
              <span className="medium" translate="no">
                {who}
              </span>
            </>
          )}
        </span>{' '}
        <span className="small block">
          {when && `${when}, `}
          <time className="secondary" dateTime={happened.toString()}>
            {showSince(happened, now, timeZone)}
          </time>
        </span>
      </Link>
      <Button variant="subtle" aria-describedby={id} onClick={onSeen}>
        Понятно
      </Button>
    </li>
  );
}

/** Announces news that arrive while the screen is open, unless a toast does. */
function useSaid(newest: NewsRecord | undefined, timeZone: string, now: Temporal.Instant): void {
  const known = useRef<string | null>(null);
  useEffect(() => {
    const created = newest?.created ?? '';
    if (newest && known.current !== null && created > known.current && !TOLD.includes(newest.kind)) {
      const { what, who } = newsLine(newest, timeZone, now);
      say(who ? `${what}: ${who}` : what);
    }
    if (known.current === null || created > known.current) known.current = created;
  }, [newest, timeZone, now]);
}

async function takeBack(marked: { at: string }): Promise<void> {
  try {
    await bringBack(marked);
  } catch (error) {
    failureToast('Не\u00A0удалось вернуть', error);
  }
  await readAgain(['news']);
}

function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** Marks rows as seen. */
async function mark(ids: readonly string[]): Promise<void> {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return void (await pb.collection('news').update(only, { seen: true }));
  const batch = pb.createBatch();
  for (const id of ids) batch.collection('news').update(id, { seen: true });
  await batch.send();
}

/** Marks all rows created up to a stored instant as seen; the result is needed to undo that. */
function seeAll(until: string): Promise<{ at: string }> {
  return pb.send('/api/news/seen', { method: 'POST', body: { until } });
}

/** Undoes `seeAll`, including rows that were not loaded. */
function bringBack(marked: { at: string }): Promise<void> {
  return pb.send('/api/news/unseen', { method: 'POST', body: marked });
}
