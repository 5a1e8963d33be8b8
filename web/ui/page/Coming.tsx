import { LoadingCards, type LoadingCardsProps } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

interface ComingProps extends Omit<LoadingCardsProps, 'columns'> {
  query: { isError: boolean; refetch: () => Promise<unknown> };
  /** The title of the error. */
  failed: string;
}

/** Shows the loading or error state of a query. */
export function Coming({ query: { isError, refetch }, failed, ...cards }: ComingProps) {
  if (isError) return <ErrorState title={failed} onRetry={() => void refetch()} />;
  return <LoadingCards columns={1} {...cards} />;
}
