import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useConnectionLost } from '#web/ground/api/connection.ts';
import { DeskLamp } from '#web/ui/base/Lamp.tsx';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';
import classes from '#web/ui/page/StateCard.module.css';

interface EmptyStateProps {
  title: string;
  hint?: string;
  /** Only for an action that no other button of the screen offers. */
  action?: ReactNode;
}

/** An empty list, or a search without results: the lamp is on. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className={classes.card}>
      <DeskLamp lit />
      <h2>{title}</h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && <div className="above-5">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  hint?: string;
  onRetry: () => void;
}

const NO_CONNECTION = 'Нет связи с\u00A0сервером. Когда она вернётся, экран обновится сам.';

/**
 * A failed load: the lamp is off, and a button retries. Mentions a lost connection itself, and then the banner is
 * hidden.
 */
export function ErrorState({ title, hint, onRetry }: ErrorStateProps) {
  const why = useConnectionLost() ? NO_CONNECTION : 'Проверьте соединение. Введённое не\u00A0потеряется.';
  return (
    <div className={classes.card} role="alert" data-load-failed>
      <DeskLamp lit={false} />
      <h2>{title}</h2>
      <p className={classes.hint}>{hint ?? why}</p>
      <div className="above-5">
        <RetryButton leftSection={<IconRefresh aria-hidden size={18} stroke={1.6} />} onRetry={onRetry} />
      </div>
    </div>
  );
}
