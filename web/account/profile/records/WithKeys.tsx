import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { KeyState } from '#domain/keys/keys.ts';
import { keysQuery } from '#web/ground/api/keys.ts';
import classes from '#web/account/profile/ProfilePage.module.css';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';

/** Shows what depends on the state of the keys, and that it loads or does not. */
export function WithKeys({ children }: { children: (state: KeyState) => ReactNode }) {
  const { data, isError, refetch } = useQuery(keysQuery());
  if (data) return children(data);
  if (!isError) {
    return (
      <p aria-live="polite" className="secondary">
        Загрузка...
      </p>
    );
  }
  return (
    <div className={classes.row} role="alert">
      <p className={classes.what}>Не&nbsp;удалось загрузить защиту записей</p>
      <RetryButton onRetry={() => void refetch()} />
    </div>
  );
}
