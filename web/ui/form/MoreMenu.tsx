import { Button, type ButtonProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import {
  createContext,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import classes from '#web/ui/form/MoreMenu.module.css';

/** By this mark of Mantine's, Esc closes what the focused element belongs to and not the dialog around it. */
export const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

/** Folds the items up, and learns that one has come. */
const Fold = createContext({ fold: () => {}, onItem: () => {} });

/** «Ещё»: what is seldom done, as `MoreItem`s. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <FoldedItems label="Ещё" icon={<IconDots aria-hidden size={18} stroke={1.6} />}>
      {children}
    </FoldedItems>
  );
}

interface FoldedItemsProps extends Pick<ButtonProps, 'variant' | 'size'> {
  label: string;
  icon: ReactNode;
  describedBy?: string;
  children: ReactNode;
}

/** A button whose `MoreItem`s unfold over what is around it. */
export function FoldedItems({ label, icon, describedBy, children, variant = 'default', size }: FoldedItemsProps) {
  const id = useId();
  /** Where the items lie; null while they are folded. */
  const [spot, setSpot] = useState<CSSProperties | null>(null);
  const opened = spot !== null;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!opened) return;
    const follow = () => setSpot(spotBy(place.current));
    window.addEventListener('resize', follow);
    window.addEventListener('scroll', follow, true);
    return () => {
      window.removeEventListener('resize', follow);
      window.removeEventListener('scroll', follow, true);
    };
  }, [opened]);
  const close = () => {
    place.current?.querySelector('button')?.focus();
    setSpot(null);
  };
  // Some come after a query: until the first is there, the focus waits on the button.
  const onItem = () => {
    const items = itemsOf(place.current);
    if (!items.some((item) => item === document.activeElement)) items[0]?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opened) return;
    if (event.key === 'Escape') return close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const items = itemsOf(place.current);
    const at = items.findIndex((item) => item === document.activeElement);
    // From the button, up leads to the last one as down leads to the first.
    items.at((at === -1 && step === -1 ? at : at + step) % items.length)?.focus();
  };
  return (
    <div
      ref={place}
      role="presentation"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (!place.current?.contains(relatedTarget)) setSpot(null);
      }}
    >
      <Button
        variant={variant}
        {...(size && { size })}
        leftSection={icon}
        aria-describedby={describedBy}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setSpot(opened ? null : spotBy(place.current))}
        {...(opened && OWN_ESCAPE)}
      >
        {label}
      </Button>
      {opened && (
        <div id={id} role="group" aria-label={label} className={classes.menu} style={spot}>
          <Fold value={{ fold: close, onItem }}>{children}</Fold>
        </div>
      )}
    </div>
  );
}

export function MoreItem({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  const { fold, onItem } = useContext(Fold);
  const onMount = useEffectEvent(onItem);
  useEffect(() => onMount(), []);
  return (
    <button
      type="button"
      className={classes.item}
      // Safari gives no focus to a pressed button: it would be gone before its press ends.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        fold();
        onPress();
      }}
      {...OWN_ESCAPE}
    >
      {children}
    </button>
  );
}

function itemsOf(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[role=group] button') ?? [])];
}

/**
 * Below the button or above it, to the right or to the left, where there is more room: in the window, because a dialog
 * cuts off what juts out of it.
 */
function spotBy(place: HTMLElement | null): CSSProperties | null {
  const button = place?.querySelector('button');
  if (!button) return null;
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  return {
    ...(left < clientWidth - right ? { left } : { right: clientWidth - right }),
    ...(clientHeight - bottom > top ? { top: bottom + 4 } : { bottom: clientHeight - top + 4 }),
  };
}
