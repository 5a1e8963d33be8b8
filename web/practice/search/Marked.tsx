import { Fragment } from 'react';
import { findMatches } from '#web/practice/search/find-match.ts';
import classes from '#web/practice/search/SearchPalette.module.css';

/** A text with the matches of the typed text highlighted. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  const matches = findMatches(text, typed);
  return (
    <>
      {matches.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(matches[index - 1]?.end ?? 0, start)}
          <mark className={classes.mark}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.end ?? 0)}
    </>
  );
}
