import { SingleCard } from '#web/ui/SingleCard.tsx';

export function ResetPasswordPage() {
  return <SingleCard>ResetPasswordPage</SingleCard>;
}
