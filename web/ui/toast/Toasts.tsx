import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { shownOf, type Toast, toasts } from '#web/ui/toast/toast-store.ts';
import { shownShortcut } from '#web/ui/base/shown-shortcut.ts';
import classes from '#web/ui/toast/Toasts.module.css';

/** How long an action stays at most while other messages wait for its room. */
const HURRIED_MS = 12_000;
/** How long a pointer keeps a toast open: it can have come to press what is below, and must not wait for long. */
const HELD_MS = 8000;

const ICONS: Record<Toast['kind'], Icon> = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  error: IconAlertTriangle,
};

/** Renders the toasts, placed by `className`. Use it once per page. */
export function Toasts({ className = '' }: { className?: string | undefined }) {
  const all = useSyncExternalStore(toasts.subscribe, toasts.snapshot, toasts.snapshot);
  const place = useRef<HTMLDivElement>(null);
  // A sheet of the phone leaves this room: a toast lies on none of its buttons.
  useLayoutEffect(() => {
    const height = all.length === 0 ? 0 : (place.current?.offsetHeight ?? 0);
    document.documentElement.style.setProperty('--k-toasts', `${height}px`);
  }, [all]);
  const { passing, failures } = shownOf(all);
  const crowded = all.length > passing.length + failures.length;
  return (
    <div ref={place} className={`${classes.place} ${className}`}>
      {/* There before its messages: screen readers read what is added to it. An alert is read wherever it appears. */}
      <div role="status" aria-atomic={false} className={classes.passing}>
        {passing.map((toast) => (
          <ToastCard key={toast.id} toast={toast} crowded={crowded} />
        ))}
      </div>
      {failures.map((toast) => (
        <ToastCard key={toast.id} toast={toast} crowded={crowded} />
      ))}
    </div>
  );
}

function ToastCard({ toast, crowded }: { toast: Toast; crowded: boolean }) {
  const { kind, title, message, why, undo } = toast;
  const action = undo ?? toast.action;
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
        {title && <strong className={classes.title}>{title}</strong>}
        {title && <span className="visually-hidden">. </span>}
        <p>
          {message}
          {action && ' '}
          {action && (
            <button type="button" className={classes.action} onClick={() => toasts.press(toast)}>
              {action.text}
            </button>
          )}
          {/* A live region is read without its buttons. */}
          {undo && (
            <span className={classes.keys}>
              {' '}
              <span className="visually-hidden">. {undo.text}: </span>
              <kbd>{shownShortcut('Z')}</kbd>
            </span>
          )}
        </p>
        {why && <p className={classes.why}>{why}</p>}
      </div>
      <button type="button" className={classes.close} aria-label="Закрыть уведомление" onClick={() => setLeaving(true)}>
        <IconX aria-hidden size={16} stroke={2} />
      </button>
    </div>
  );
}

/** False where the toast appeared under the pointer. */
function cameFromOutside({ currentTarget, clientX, clientY, movementX, movementY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const [x, y] = [clientX - movementX, clientY - movementY];
  return x < left || x > right || y < top || y > bottom;
}
