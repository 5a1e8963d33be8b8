import { useFocusTrap } from '@mantine/hooks';
import {
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import classes from '#web/ui/dialog/Layer.module.css';
import { DropHosted } from '#web/ui/dialog/hosted.ts';
import { useStore } from '#web/ground/browser/store.ts';
import { layers } from '#web/ui/dialog/layers.ts';

interface LayerProps {
  onClose: () => void;
  onClickOutside?: (() => void) | undefined;
  /** The class of the element around the content, which positions it. */
  place?: string | undefined;
  className?: string | undefined;
  width: number;
  label?: string;
  labelledBy?: string;
  describedBy?: string | undefined;
  /** Fills the screen of a phone. */
  whole?: boolean;
  /** Has its final height from the start. */
  steady?: boolean;
  hidden?: boolean;
  children: ReactNode;
}

/**
 * Content above the screen while it is mounted: it traps the focus and returns it to its opener, Esc closes it, and the
 * next layer hides it. It renders only after the press that opens it has been painted; a copy of its DOM plays the
 * closing animation.
 */
export function Layer({
  onClose,
  onClickOutside,
  place,
  className,
  width,
  whole,
  steady,
  hidden = false,
  ...rest
}: LayerProps) {
  const { label, labelledBy, describedBy, children } = rest;
  const id = useId();
  const drop = useContext(DropHosted);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    return layers.add({ id, close: () => close(), drop });
  }, [id, drop]);
  const isTop = useStore(layers).at(-1)?.id === id;
  const shown = isTop && !hidden;
  const drawn = useAfterNextPaint((event) => {
    // The dialog's own listeners do not exist yet when this key is pressed.
    if (event.key !== 'Escape') focusField();
    if (event.key === 'Enter') event.preventDefault();
  });
  const trap = useFocusTrap(shown && drawn);
  if (!drawn) return null;
  return createPortal(
    <div ref={withCopy} className={`${classes.place} ${place ?? ''}`} hidden={!shown} data-layer>
      <div className={classes.outside} onClick={onClickOutside} role="presentation" />
      <section
        ref={trap}
        role="dialog"
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        tabIndex={-1}
        className={`${classes.content} ${className ?? ''}`}
        style={{ width }}
        data-width={width}
        data-whole={whole || undefined}
        data-steady={steady || undefined}
      >
        {children}
      </section>
    </div>,
    document.body,
  );
}

function focusField(): void {
  const layer = document.querySelector('[data-layer]:not([hidden])');
  if (layer?.contains(document.activeElement)) return;
  const field =
    layer?.querySelector<HTMLElement>('[data-autofocus]') ?? layer?.querySelector<HTMLElement>('input, textarea');
  field?.focus({ preventScroll: true });
}

/** The duration of the slowest closing animation, in milliseconds. */
const LEAVING_MS = 170;

/** A ref whose cleanup leaves a copy for the closing animation, so that nothing of the dialog itself stays mounted. */
const withCopy = (place: HTMLDivElement) => () => leaveCopy(place);

function leaveCopy(place: HTMLElement): void {
  if (place.hidden) return;
  const copy = place.cloneNode(true);
  const content = place.querySelector('section');
  const scrolled = content?.scrollTop ?? 0;
  queueMicrotask(() => {
    if (place.isConnected || !(copy instanceof HTMLElement)) return;
    copy.inert = true;
    copy.ariaHidden = 'true';
    // A key must not find its field in the copy.
    delete copy.dataset.layer;
    copy.dataset.leaving = '';
    const left = copy.querySelector('section');
    left?.removeAttribute('role');
    for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
    document.body.append(copy);
    left?.scrollTo(0, scrolled);
    setTimeout(() => copy.remove(), LEAVING_MS);
  });
}

/**
 * Returns false in the commit that mounts the component and true after its paint, so that expensive content renders in
 * a deferred, interruptible update. A key pressed meanwhile renders it at once and then calls `onKey`: no letter is
 * lost.
 */
function useAfterNextPaint(onKey: (event: KeyboardEvent) => void): boolean {
  const later = useDeferredValue(true, false);
  const [hurried, setHurried] = useState(false);
  const drawn = later || hurried;
  const onKeydown = useEffectEvent((event: KeyboardEvent) => {
    flushSync(() => setHurried(true));
    onKey(event);
  });
  // Not a layout effect: its cleanup must run when the effects of the rendered content start, for example its own key
  // listeners.
  useEffect(() => {
    if (drawn) return;
    const listener = (event: KeyboardEvent) => onKeydown(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, [drawn]);
  return drawn;
}
