import { SingleCard } from '#web/ui/SingleCard.tsx';

export function AuthPage() {
  return <SingleCard>AuthPage</SingleCard>;
}
