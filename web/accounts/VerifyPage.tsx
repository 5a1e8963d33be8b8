import { SingleCard } from '#web/ui/SingleCard.tsx';

export function VerifyPage() {
  return <SingleCard>VerifyPage</SingleCard>;
}
