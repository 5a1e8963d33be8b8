import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import classes from '#web/practice/clients/card/Feed.module.css';
import { Select } from '#web/ui/form/Select.tsx';
import { ListTools } from '#web/ui/page/ListTools.tsx';
import { SearchField } from '#web/ui/page/SearchField.tsx';

interface FeedToolsProps {
  typed: string;
  onType: (text: string) => void;
  searching: boolean;
  /** The index of the current hit, and the number of hits. */
  found: { at: number; of: number };
  /** Whether all entries have loaded. */
  whole: boolean;
  onStep: (by: 1 | -1) => void;
  /** Whether to show the choice of years. */
  hasYears: boolean;
  years: readonly { year: number; index: number }[];
  onYear: (index: number) => void;
}

const ICON = { 'aria-hidden': true, size: 18, stroke: 1.6 } as const;

/** The search inside a feed, the choice of a year, and printing. */
export function FeedTools({ typed, onType, searching, found, whole, onStep, hasYears, years, onYear }: FeedToolsProps) {
  const none = found.of === 0;
  const step = { variant: 'default', size: 42, disabled: none } as const;
  return (
    <div className={`${classes.tools} screen-only`} data-searching={searching || undefined}>
      <ListTools
        search={
          <SearchField
            value={typed}
            onChange={onType}
            onEnter={(shift) => onStep(shift ? -1 : 1)}
            placeholder="Поиск в записях..."
          />
        }
      >
        {searching && (
          <div role="group" aria-label="Найденное" className={classes.found}>
            <p aria-live="polite" className={classes.count}>
              {none ? (whole ? 'Не\u00A0найдено' : 'Ищем...') : `${found.at + 1}\u00A0из\u00A0${found.of}`}
            </p>
            <ActionIcon {...step} aria-label="Предыдущее место" onClick={() => onStep(-1)}>
              <IconChevronLeft {...ICON} className={classes.up} />
            </ActionIcon>
            <ActionIcon {...step} aria-label="Следующее место" onClick={() => onStep(1)}>
              <IconChevronRight {...ICON} className={classes.up} />
            </ActionIcon>
          </div>
        )}
        {hasYears && (
          <Select
            aria-label="Перейти к&nbsp;году"
            placeholder="Год"
            className={classes.year ?? ''}
            data={years.map(({ year, index }) => ({ value: String(index), label: String(year) }))}
            value={null}
            onChange={(index) => index !== null && onYear(Number(index))}
          />
        )}
        <ActionIcon
          variant="default"
          size={42}
          aria-label="Печать записей"
          title="Печать записей"
          className={classes.print ?? ''}
          disabled={!whole}
          onClick={() => window.print()}
        >
          <IconPrinter {...ICON} />
        </ActionIcon>
      </ListTools>
    </div>
  );
}
