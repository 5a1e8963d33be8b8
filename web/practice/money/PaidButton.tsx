import { Button, type ButtonProps } from '@mantine/core';
import { usePaid } from '#web/practice/money/use-paid.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface PaidButtonProps extends Pick<ButtonProps, 'className'> {
  id: string;
  /** '14:00, Анна Левина' */
  what: string;
}

/** «Оплачено»: one press pays the unpaid rest of a session (MONEY-03). */
export function PaidButton({ id, what, className = '' }: PaidButtonProps) {
  const paying = usePaid(id, what);
  return (
    <Button
      variant="default"
      className={className}
      aria-busy={paying.isPending}
      aria-label={`Оплачено: ${what}`}
      onClick={() => submitOnce(paying, undefined)}
    >
      Оплачено
    </Button>
  );
}
