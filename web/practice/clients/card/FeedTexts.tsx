import { Fragment } from 'react';
import type { FeedEntry } from '#web/practice/clients/card/feed.ts';
import { type FeedField, type Hit, marksIn, textsOf } from '#web/practice/clients/card/feed-search.ts';
import classes from '#web/practice/clients/card/Feed.module.css';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';

const LABELS: Readonly<Record<Exclude<FeedField, 'message'>, string>> = {
  news: 'Новости клиента',
  thoughts: 'Мысли о\u00A0сессии',
};

interface FeedTextsProps {
  entry: FeedEntry;
  locked: boolean;
  sought?: string;
  hit?: Hit | null;
}

/** The texts of an entry, read-only, with the hits of the search highlighted. */
export function FeedTexts({ entry, locked, sought = '', hit = null }: FeedTextsProps) {
  const texts = textsOf(entry).filter(([, text]) => (text === undefined ? !locked : text.trim() !== ''));
  const shown = texts.map(([field, text]) => ({
    field,
    text:
      text === undefined ? (
        <NotOpened />
      ) : (
        <MarkedText text={text.trim()} sought={sought} current={hit?.field === field ? hit.nth : null} />
      ),
  }));
  if ('request' in entry) {
    return shown.map(({ field, text }) => (
      <blockquote key={field} className={classes.message} translate="no">
        {text}
      </blockquote>
    ));
  }
  if (shown.length === 0) return null;
  return (
    <dl className={classes.texts}>
      {shown.map(({ field, text }) => (
        <div key={field}>
          <dt>{field === 'message' ? null : LABELS[field]}</dt>
          <dd translate="no">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function MarkedText({ text, sought, current }: { text: string; sought: string; current: number | null }) {
  const marks = marksIn(text, sought);
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark className={classes.mark} data-current={index === current || undefined}>
            {text.slice(start, end)}
          </mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  );
}
