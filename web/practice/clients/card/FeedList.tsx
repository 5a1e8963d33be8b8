import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Feed, FeedEntry, SessionEntry } from '#web/practice/clients/card/feed.ts';
import classes from '#web/practice/clients/card/Feed.module.css';
import { type ListPlace, ListWindow } from '#web/ui/list/LongList.tsx';
import { PlainList } from '#web/ui/list/PlainList.tsx';
import { useParts } from '#web/ui/list/use-parts.ts';

/** Where the feed should be scrolled to. */
export interface Goal {
  index: number;
  /** To the current hit in its text, not to its beginning. */
  mark: boolean;
  focus: boolean;
  /** Only focuses the entry, which is already visible. */
  still?: true;
}

/** The height of a short entry, in pixels. */
const HEIGHT = 168;

/** By the position of the key: on a Russian layout they are о and л. */
const STEPS: Readonly<Record<string, number>> = { KeyJ: 1, KeyK: -1 };

interface FeedListProps {
  client: string;
  feed: Feed;
  goal: Goal | null;
  edited: SessionEntry | null;
  onGoal: (goal: Goal) => void;
  renderEntry: (entry: FeedEntry, index: number, place: ListPlace) => ReactNode;
}

/** A windowed list of the entries; J and K move from one to the next. */
export function FeedList({ client, feed: { entries, total }, goal, edited, onGoal, renderEntry }: FeedListProps) {
  const list = useRef<HTMLUListElement>(null);
  const at = edited ? entries.findIndex(({ id }) => id === edited.id) : -1;
  const held = [goal?.index ?? -1, at].filter((index) => index >= 0 && index < total);
  const window = useParts(list, { total, height: HEIGHT, queryKey: ['feed', client], held });
  useGoal(list, goal);
  const walk = ({ code, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    const { [code]: by } = STEPS;
    if (!by || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
    if (target.matches('textarea, input, select')) return;
    const place = target.closest('[aria-posinset]')?.getAttribute('aria-posinset');
    const index = Number(place) - 1 + by;
    if (place && index >= 0 && index < entries.length) onGoal({ index, mark: false, focus: true });
  };
  return (
    <ListWindow
      ref={list}
      List={PlainList}
      className={`${classes.feed} screen-only`}
      aria-label="Записи"
      window={window}
      total={total}
      at={(index) => entries[index]}
      renderItem={(entry, place) => renderEntry(entry, (place['aria-posinset'] ?? 1) - 1, place)}
      onKeyDown={walk}
    />
  );
}

/**
 * Scrolls to a goal and keeps it in place while the content around it renders, until the person scrolls or presses
 * something.
 */
function useGoal(list: RefObject<HTMLElement | null>, goal: Goal | null): void {
  const pinned = useRef<Goal | null>(null);
  useLayoutEffect(() => {
    pinned.current = goal;
  }, [goal]);
  useLayoutEffect(() => {
    const { current: pin } = pinned;
    const entry = pin && list.current?.querySelector<HTMLElement>(`[aria-posinset="${pin.index + 1}"]`);
    if (!entry) return;
    const mark = pin.mark ? entry.querySelector('[data-current]') : null;
    if (!pin.still) (mark ?? entry).scrollIntoView({ block: mark ? 'center' : 'start' });
    if (!pin.focus) return;
    entry.querySelector('article')?.focus({ preventScroll: true });
    pinned.current = pin.still ? null : { ...pin, focus: false };
  });
  useEffect(() => {
    const control = new AbortController();
    const release = () => {
      pinned.current = null;
    };
    for (const moved of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      window.addEventListener(moved, release, { capture: true, passive: true, signal: control.signal });
    }
    return () => control.abort();
  }, []);
}
