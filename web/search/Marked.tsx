import { findMatch } from '#web/search/find-match.ts';
import classes from '#web/search/SearchPalette.module.css';

/** A text with the place lit where what was typed stands. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  const match = findMatch(text, typed);
  if (!match) return text;
  return (
    <>
      {text.slice(0, match.start)}
      <mark className={classes.mark}>{text.slice(match.start, match.end)}</mark>
      {text.slice(match.end)}
    </>
  );
}
