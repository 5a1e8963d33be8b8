import { IconCornerDownLeft } from '@tabler/icons-react';
import { Fragment, useEffect } from 'react';
import type { Result, ResultGroup } from '#web/practice/search/result.ts';
import classes from '#web/practice/search/SearchPalette.module.css';
import { findMatches } from '#web/practice/search/find-match.ts';

interface ResultListProps {
  id: string;
  groups: readonly ResultGroup[];
  typed: string;
  active: Result | null;
  onActive: (id: string) => void;
  onChoose: (result: Result) => void;
}

/** The results grouped under headings. The options are reached by the field's arrow keys, never by Tab. */
export function ResultList({ id, groups, typed, active, onActive, onChoose }: ResultListProps) {
  const activeOption = active && `${id}-${active.id}`;
  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' });
  }, [activeOption]);
  return (
    <div id={id} role="listbox" aria-label="Результаты поиска" className={classes.list}>
      {groups.map((group, at) => (
        <div
          key={group.name}
          role="group"
          aria-labelledby={`${id}-${at}`}
          inert={group.stale}
          className={group.stale ? classes.stale : undefined}
        >
          <div id={`${id}-${at}`} role="presentation" className={classes.group}>
            {group.name}
          </div>
          {group.results.map((result) => (
            // The field handles the keyboard; the pointer is the only other way to an option.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={result.id}
              id={`${id}-${result.id}`}
              role="option"
              aria-selected={result === active}
              className={classes.option}
              onPointerMove={() => {
                if (result !== active) onActive(result.id);
              }}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(result)}
            >
              <result.icon aria-hidden size={20} stroke={1.6} />
              <span className="ellipsis grow shrinks" title={result.title} translate="no">
                <Marked text={result.title} typed={typed} />
              </span>
              {result.detail && (
                <span className={classes.detail} translate="no">
                  <Marked text={result.detail} typed={typed} />
                </span>
              )}
              {result === active && <IconCornerDownLeft aria-hidden size={16} stroke={2} className={classes.enter} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A text with the matches highlighted. */
function Marked({ text, typed }: { text: string; typed: string }) {
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
