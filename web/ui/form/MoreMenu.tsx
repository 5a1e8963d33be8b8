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

/** Mantine's dialogs ignore Esc in elements with this attribute, so that it closes only the menu. */
export const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

/** For the items: `fold` closes the menu, `onItem` reports that an item has mounted. */
const Fold = createContext({ fold: () => {}, onItem: () => {} });

/** «Ещё»: rarely used actions, as `MoreItem`s. */
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

/** A button that opens its `MoreItem`s as an overlay. */
export function FoldedItems({ label, icon, describedBy, children, variant = 'default', size }: FoldedItemsProps) {
  const id = useId();
  /** The position of the open menu; null while it is closed. */
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
  // Some items mount only after a query: until the first one is there, the focus stays on the button.
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
    // From the button, arrow up leads to the last item and arrow down to the first.
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
      // Safari does not focus a pressed button, so the blur would close the menu before the click.
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
 * Positions the menu below or above the button, to the right or to the left, wherever there is more room. Relative to
 * the window, because a dialog clips what overflows it.
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
