import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Toast, toasts } from '#web/ui/toast/toast-store.ts';
import classes from '#web/ui/toast/Toasts.module.css';

/** Further toasts wait until one of these is closed. */
const SHOWN_AT_MOST = 3;

const ICONS: Record<Toast['kind'], Icon> = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  error: IconAlertTriangle,
};

/** Renders the toasts, placed by `className`. Use it once per page. */
export function Toasts({ className = '' }: { className?: string | undefined }) {
  const all = useSyncExternalStore(toasts.subscribe, toasts.snapshot, toasts.snapshot);
  return (
    <div className={`${classes.place} ${className}`} aria-live="polite">
      {all.slice(0, SHOWN_AT_MOST).map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { kind, title, message, why, action, closesAfter } = toast;
  const [leaving, setLeaving] = useState(false);
  const [focused, setFocused] = useState(false);
  const [touchedAt, setTouchedAt] = useState(() => performance.now());
  const staysFor = focused ? null : closesAfter;
  // Moving the pointer keeps the toast open; a resting pointer does not, because its target can be the content below.
  useEffect(() => {
    if (staysFor === null) return;
    const timer = setTimeout(() => setLeaving(true), touchedAt + staysFor - performance.now());
    return () => clearTimeout(timer);
  }, [staysFor, touchedAt]);
  const close = () => toasts.close((one) => one.id === toast.id);
  const KindIcon = toast.icon ?? ICONS[kind];
  return (
    <div
      className={classes.toast}
      data-kind={kind}
      data-leaving={leaving || undefined}
      role={kind === 'error' ? 'alert' : 'status'}
      onMouseMove={() => setTouchedAt(performance.now())}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        setTouchedAt(performance.now());
      }}
      onAnimationEnd={() => leaving && close()}
    >
      <KindIcon aria-hidden size={20} stroke={1.6} />
      <div className={classes.text}>
        {title && <strong className={classes.title}>{title}</strong>}
        <p>
          {message}
          {action && ' '}
          {action && (
            <button
              type="button"
              className={classes.action}
              onClick={() => {
                close();
                action.onPress();
              }}
            >
              {action.text}
            </button>
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
