import { refetchFailed } from '#web/ground/api/query-client.ts';
import classes from '#web/ui/list/LongList.module.css';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';

interface ListFailureProps {
  failed: boolean;
  onRetry?: () => void;
}

/** The retry button for a part of a long list that failed to load; it stays visible. */
export function ListFailure({ failed, onRetry = refetchFailed }: ListFailureProps) {
  if (!failed) return null;
  return (
    <div role="alert" className={classes.failure}>
      Часть списка не&nbsp;загрузилась
      <RetryButton onRetry={onRetry} />
    </div>
  );
}
