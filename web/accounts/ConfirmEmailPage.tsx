import { SingleCard } from '#web/ui/SingleCard.tsx';

export function ConfirmEmailPage() {
  return <SingleCard>ConfirmEmailPage</SingleCard>;
}
