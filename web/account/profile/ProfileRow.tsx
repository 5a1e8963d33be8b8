import type { ReactNode } from 'react';
import classes from '#web/account/profile/ProfilePage.module.css';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';
import type { ListPlace } from '#web/ui/list/LongList.tsx';

interface ProfileRowProps extends Partial<ListPlace> {
  title: ReactNode;
  /** Small text below the title. */
  hint?: ReactNode;
  /** At the end of the row: a button or a badge. */
  children?: ReactNode;
}

/** A row of a list: an item and its actions. */
export function ProfileRow({ title, hint, children, ...place }: ProfileRowProps) {
  return (
    <li {...place} className={classes.row}>
      <div className={classes.what}>
        <div>{title}</div>
        {hint && <div className="small secondary anywhere">{hint}</div>}
      </div>
      {children}
    </li>
  );
}

interface RowComingProps {
  query: { isError: boolean; refetch: () => Promise<unknown> };
  failed: string;
  text?: string;
}

/** Replaces rows that are loading or failed to load. */
export function RowComing({ query: { isError, refetch }, failed, text = 'Загрузка...' }: RowComingProps) {
  if (isError) {
    return (
      <div className={classes.row} role="alert">
        <p className={classes.what}>{failed}</p>
        <RetryButton onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <p aria-live="polite" className="secondary">
      {text}
    </p>
  );
}
