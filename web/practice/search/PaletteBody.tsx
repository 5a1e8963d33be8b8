import { CloseButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { counted, type Forms } from '#web/ground/format/plural.ts';
import { ResultList } from '#web/practice/search/ResultList.tsx';
import { MOST } from '#web/practice/search/found.ts';
import type { Longer, Navigate, Result } from '#web/practice/search/result.ts';
import classes from '#web/practice/search/SearchPalette.module.css';
import { useSearchResults } from '#web/practice/search/use-search-results.ts';

const MORE = 20;
const RESULTS: Forms = { one: 'результат', few: 'результата', many: 'результатов' };

interface PaletteBodyProps {
  onChoose: (go: (navigate: Navigate) => Promise<void>) => void;
  onClose: () => void;
}

/** The search field and its results. The focus stays in the field; the arrow keys move through the list. */
export function PaletteBody({ onChoose, onClose }: PaletteBodyProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  /** The text for which Enter was pressed. */
  const entered = useRef<string | null>(null);
  const [most, setMost] = useState<Record<Longer, number>>(MOST);
  const { groups, stale, reading, failed, locked } = useSearchResults(typed, most);
  const results = groups.flatMap((group) => (group.stale ? [] : group.results));
  // Adding a client must be chosen explicitly; it is never the default result.
  const active =
    results.find(({ id }) => id === activeId) ?? results.find(({ id }) => id !== 'add-client' || typed === '') ?? null;

  const choose = (result: Result) => {
    const { go } = result;
    if (typeof go === 'function') return onChoose(go);
    // Keeps the rows above, so that the new ones appear below the active one.
    setActiveId(results[results.indexOf(result) - 1]?.id ?? null);
    setMost({ ...most, [go.more]: most[go.more] + MORE });
  };

  // Enter pressed before the response arrives chooses from that response, not from the previous results.
  useEffect(() => {
    // The results may still belong to an earlier text.
    if (entered.current !== typed || stale || (reading && !active)) return;
    entered.current = null;
    if (typeof active?.go === 'function') onChoose(active.go);
  });

  const type = (text: string) => {
    setTyped(text);
    setActiveId(null);
    setMost(MOST);
    entered.current = null;
  };
  const step = (by: 1 | -1) => {
    const at = active ? results.indexOf(active) : -1;
    setActiveId(results[(at + by + results.length) % results.length]?.id ?? null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key !== 'Enter') return;
    else if ((stale || (reading && !active)) && activeId === null) entered.current = typed;
    else if (active) choose(active);
    event.preventDefault();
  };

  // The action to add a client does not count as a result.
  const found = results.filter(({ id }) => id !== 'add-client').length;
  const records = results.filter(({ record }) => record).length;
  const searching = typed.trim() !== '';
  const nothing = searching && !reading && !failed && found === 0;
  return (
    <>
      <div className={classes.field}>
        <IconSearch aria-hidden size={20} stroke={1.6} />
        <input
          className={classes.input}
          data-autofocus
          role="combobox"
          aria-label="Поиск"
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
          placeholder="Клиент, дата, слово из записи, настройка"
          autoComplete="off"
          // A phone's automatic capital letter has no meaning here.
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
        <kbd aria-hidden className={classes.key}>
          Esc
        </kbd>
        <CloseButton className={classes.close ?? ''} aria-label="Закрыть поиск" onClick={onClose} />
      </div>
      <p role="status" className="visually-hidden">
        {searching && !reading && foundInWords(records, found)}
      </p>
      {failed && (
        <p role="alert" className={classes.message}>
          Не&nbsp;удалось выполнить поиск. Проверьте соединение и&nbsp;попробуйте ещё раз.
        </p>
      )}
      {nothing && (
        <p aria-hidden className={classes.message}>
          Ничего не&nbsp;найдено
        </p>
      )}
      <ResultList id={listId} groups={groups} typed={typed} active={active} onActive={setActiveId} onChoose={choose} />
      {searching && (
        <p aria-hidden={!locked} className={classes.foot}>
          {locked && <>Записи закрыты: в&nbsp;них не&nbsp;искали.</>}
          {reading && !locked && <span className={classes.reading}>Ищем в&nbsp;записях…</span>}
        </p>
      )}
    </>
  );
}

/** The number of matching records; links to further results and actions are not counted. */
function foundInWords(records: number, found: number): string {
  if (records > 0) return `Найдено: ${counted(records, RESULTS)}`;
  return found > 0 ? 'Есть подходящие действия' : 'Ничего не\u00A0найдено';
}
