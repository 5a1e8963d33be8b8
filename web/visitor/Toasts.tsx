import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Toast, toasts } from '#web/visitor/toast-store.ts';
import classes from '#web/visitor/Toasts.module.css';

const SHOWN_FOR = 4000;

/** Where toasts appear: bottom left, on a narrow screen at the top. Stands once in the tree. */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.snapshot, toasts.snapshot);
  return (
    <div className={classes.place}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [leaving, setLeaving] = useState(false);
  const [focused, setFocused] = useState(false);
  const [touchedAt, setTouchedAt] = useState(() => performance.now());
  const staying = (toast.kind === 'error' && !toast.brief) || focused;
  // A pointer holds it by moving. One that only rests there is meant for what lies beneath.
  useEffect(() => {
    if (staying) return;
    const timer = setTimeout(() => setLeaving(true), touchedAt + SHOWN_FOR - performance.now());
    return () => clearTimeout(timer);
  }, [staying, touchedAt]);
  const Icon = toast.kind === 'error' ? IconAlertTriangle : IconCircleCheck;
  return (
    <div
      className={classes.toast}
      data-kind={toast.kind}
      data-leaving={leaving || undefined}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onMouseMove={() => setTouchedAt(performance.now())}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        setTouchedAt(performance.now());
      }}
      onAnimationEnd={() => leaving && toasts.close(toast.id)}
    >
      <Icon aria-hidden size={20} stroke={1.6} />
      <div className={classes.text}>
        {toast.title && <strong className={classes.title}>{toast.title}</strong>}
        <p>{toast.message}</p>
        {toast.why && <p className={classes.why}>{toast.why}</p>}
      </div>
      <button type="button" className={classes.close} aria-label="Закрыть уведомление" onClick={() => setLeaving(true)}>
        <IconX aria-hidden size={16} stroke={2} />
      </button>
    </div>
  );
}
