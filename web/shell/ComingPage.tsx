import { EmptyState } from '#web/ui/StateCard.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** A screen that is still being built, honestly. */
export function ComingPage({ title, hint }: { title: string; hint: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="Раздел готовится" hint={hint} />
    </>
  );
}
