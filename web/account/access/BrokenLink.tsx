import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MissingCard } from '#web/ui/base/SingleCard.tsx';

interface BrokenLinkProps {
  /** How to get a new letter, if this page can request one. */
  action?: ReactNode;
  title?: string;
  hint?: string;
}

/** The token of a letter's link was used, has expired or was cut off by a mail program. */
export function BrokenLink({
  action,
  title = 'Ссылка больше не\u00A0действует',
  hint = 'Возможно, она устарела или уже использована. Попросите новое письмо.',
}: BrokenLinkProps) {
  return (
    <MissingCard
      title={title}
      hint={hint}
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

/** The page was reloaded or its link was cut off: only the letter has the token. */
export function OpenAgain() {
  return (
    <BrokenLink
      title="Откройте ссылку из&nbsp;письма"
      hint="Эта страница открывается по&nbsp;ссылке из&nbsp;письма, целиком. Если вы&nbsp;её&nbsp;обновили, откройте ссылку ещё раз: она действует, пока не&nbsp;использована."
    />
  );
}
