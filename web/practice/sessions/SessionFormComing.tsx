import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

export const COMING = <LoadingCards text="Загрузка..." columns={1} count={1} height={420} />;

interface WaitingProps {
  query: { isError: boolean; refetch: () => Promise<unknown> };
  title: string;
}

/** The form is still loading, or its data failed to load. */
export function Waiting({ query, title }: WaitingProps) {
  if (!query.isError) return COMING;
  return <ErrorState title={title} onRetry={() => void query.refetch()} />;
}
