import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from '#web/account/access/AccountCard.module.css';
import { Mark } from '#web/ui/base/Mark.tsx';
import { SingleCard } from '#web/ui/base/SingleCard.tsx';

interface AccountCardProps {
  title: string;
  subtitle: ReactNode;
  below?: ReactNode;
  children?: ReactNode;
}

/** Card for every account form: title and subtitle in the middle, the form under them. */
export function AccountCard({ title, subtitle, below, children }: AccountCardProps) {
  return (
    <SingleCard
      label={title}
      below={below}
      mark={
        <Link to="/" className={classes.mark}>
          <Mark />
        </Link>
      }
    >
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.subtitle}>{subtitle}</p>
      {children}
    </SingleCard>
  );
}
