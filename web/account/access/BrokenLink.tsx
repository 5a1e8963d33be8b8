import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MissingCard } from '#web/ui/base/SingleCard.tsx';

interface BrokenLinkProps {
  /** How to get a new letter, if this page can request one. */
  action?: ReactNode;
}

/** The token of a letter is used, expired or cut off by a mail program. */
export function BrokenLink({ action }: BrokenLinkProps) {
  return (
    <MissingCard
      title="Ссылка больше не&nbsp;действует"
      hint="Возможно, она устарела или уже использована. Попросите новое письмо."
      action={
        action ?? (
          <Button variant="default" renderRoot={(props) => <Link to="/auth" {...props} />}>
            На&nbsp;страницу входа
          </Button>
        )
      }
    />
  );
}
