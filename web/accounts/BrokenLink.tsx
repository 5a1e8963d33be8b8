import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MissingCard } from '#web/ui/base/SingleCard.tsx';

interface BrokenLinkProps {
  /** How to get a new letter, where that is possible from here. */
  action?: ReactNode;
}

/** The token of a letter was used, is too old or was cut off by a mail program. */
export function BrokenLink({ action }: BrokenLinkProps) {
  return (
    <MissingCard
      title="Ссылка больше не действует"
      hint="Возможно, она устарела или уже использована. Попросите новое письмо."
      action={
        action ?? (
          <Button variant="default" renderRoot={(props) => <Link to="/auth" {...props} />}>
            На страницу входа
          </Button>
        )
      }
    />
  );
}
