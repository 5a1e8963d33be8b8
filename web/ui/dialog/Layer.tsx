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
  /** The class of the place that the content stands in. */
  place?: string | undefined;
  className?: string | undefined;
  width: number;
  label?: string;
  labelledBy?: string;
  describedBy?: string | undefined;
  /** Fills a phone. */
  whole?: boolean;
  /** As high from the first frame as it is going to be. */
  steady?: boolean;
  hidden?: boolean;
  children: ReactNode;
}

/**
 * Content over the screen while it is mounted: it has the focus and its opener gets it back, Esc closes it, and the
 * next layer hides it. It is drawn behind the paint of the press that opens it; what animates out is a copy.
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
    // The dialog's own listeners receive no key that came before them.
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

/** As long as the slowest layer animates out, in milliseconds. */
const LEAVING_MS = 170;

/** A ref of what leaves a copy that animates out when it is unmounted: nothing of the dialog itself lives on. */
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
    // A key must not look for its field in the copy.
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
 * False in the commit of the press that mounts the component, true from the next one on, behind its paint: what is
 * expensive is drawn in pieces then. A key in the meantime has it drawn before it arrives, and then calls `onKey`: no
 * letter is lost.
 */
function useAfterNextPaint(onKey: (event: KeyboardEvent) => void): boolean {
  const later = useDeferredValue(true, false);
  const [hurried, setHurried] = useState(false);
  const drawn = later || hurried;
  const onKeydown = useEffectEvent((event: KeyboardEvent) => {
    flushSync(() => setHurried(true));
    onKey(event);
  });
  // Not a layout effect: it ends when the effects of what is drawn begin, such as listeners for the same keys.
  useEffect(() => {
    if (drawn) return;
    const listener = (event: KeyboardEvent) => onKeydown(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, [drawn]);
  return drawn;
}
