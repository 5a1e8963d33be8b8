import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { Fragment, type ComponentType, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from '#web/ground/browser/store.ts';
import { shownOf, type Toast, toasts } from '#web/ui/toast/toast-store.ts';
import classes from '#web/ui/toast/Toasts.module.css';

/** The longest time a toast with an action stays while others are waiting for room, in milliseconds. */
const HURRIED_MS = 12_000;
/**
 * How long a pointer keeps a toast open, in milliseconds. Limited, because the person may be waiting to press what it
 * covers.
 */
const HELD_MS = 8000;

const ICONS: Record<Toast['kind'], Icon> = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  error: IconAlertTriangle,
};

interface ToastsProps {
  className?: string | undefined;
  /** Shows the shortcut of an undo; public pages have none. */
  Keys?: ComponentType<{ text: string }> | undefined;
}

/** Renders the toasts, placed by `className`. Use it once per page. */
export function Toasts({ className = '', Keys }: ToastsProps) {
  const all = useStore(toasts);
  const place = useRef<HTMLDivElement>(null);
  // On the phone a dialog leaves this room free, so that no toast covers its buttons.
  useLayoutEffect(() => {
    const height = all.length === 0 ? 0 : (place.current?.offsetHeight ?? 0);
    document.documentElement.style.setProperty('--k-toasts', `${height}px`);
  }, [all]);
  const { passing, failures } = shownOf(all);
  const crowded = all.length > passing.length + failures.length;
  return (
    <div ref={place} className={`${classes.place} ${className}`}>
      {/* Always rendered, because screen readers read what is added to an existing status; an alert is read wherever it
          appears. */}
      <div role="status" aria-atomic={false} className={classes.passing}>
        {passing.map((toast) => (
          <ToastCard key={toast.id} toast={toast} crowded={crowded} Keys={Keys} />
        ))}
      </div>
      {failures.map((toast) => (
        <ToastCard key={toast.id} toast={toast} crowded={crowded} Keys={Keys} />
      ))}
    </div>
  );
}

interface ToastCardProps extends Pick<ToastsProps, 'Keys'> {
  toast: Toast;
  crowded: boolean;
}

function ToastCard({ toast, crowded, Keys }: ToastCardProps) {
  const { kind, title, message, why, undo } = toast;
  const actions = [undo, toast.action].filter((one) => one !== undefined);
  const closesAfter = crowded && toast.closesAfter ? Math.min(toast.closesAfter, HURRIED_MS) : toast.closesAfter;
  const [leaving, setLeaving] = useState(false);
  const [focused, setFocused] = useState(false);
  const [held, setHeld] = useState(false);
  const staysFor = closesAfter === null || focused ? null : held ? Math.max(HELD_MS, closesAfter) : closesAfter;
  useEffect(() => {
    if (staysFor === null) return;
    const timer = setTimeout(() => setLeaving(true), staysFor);
    return () => clearTimeout(timer);
  }, [staysFor]);
  const close = () => toasts.close((one) => one.id === toast.id);
  const KindIcon = toast.icon ?? ICONS[kind];
  return (
    <div
      className={classes.toast}
      data-kind={kind}
      data-leaving={leaving || undefined}
      role={kind === 'error' ? 'alert' : undefined}
      onMouseMove={(event) => cameFromOutside(event) && setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onAnimationEnd={() => leaving && close()}
    >
      <KindIcon aria-hidden size={20} stroke={1.6} />
      <div className={classes.text}>
        {title && <strong className="block bold">{title}</strong>}
        {title && <span className="visually-hidden">. </span>}
        <p>
          {message}
          {actions.map((action) => (
            <Fragment key={action.text}>
              {' '}
              <button type="button" className={classes.action} onClick={() => toasts.press(toast, action)}>
                {action.text}
              </button>
            </Fragment>
          ))}
          {undo && Keys && <Keys text={undo.text} />}
        </p>
        {why && <p className="small secondary above-1">{why}</p>}
      </div>
      <button type="button" className={classes.close} aria-label="Закрыть уведомление" onClick={() => setLeaving(true)}>
        <IconX aria-hidden size={16} stroke={2} />
      </button>
    </div>
  );
}

/** Whether the pointer moved onto the toast, rather than the toast appearing under the pointer. */
function cameFromOutside({ currentTarget, clientX, clientY, movementX, movementY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const [x, y] = [clientX - movementX, clientY - movementY];
  return x < left || x > right || y < top || y > bottom;
}
