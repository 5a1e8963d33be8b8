import { useId } from 'react';
import type { ReactNode } from 'react';
import classes from '#web/account/profile/ProfilePage.module.css';
import { Card } from '#web/ui/page/CardGrid.tsx';

export interface ProfileSectionProps {
  title: string;
  /** A sentence or two under the title. */
  hint?: ReactNode;
  children: ReactNode;
}

/** One card of the profile, labelled by its heading. */
export function ProfileSection({ title, hint, children }: ProfileSectionProps) {
  const id = useId();
  return (
    <Card className={classes.section} aria-labelledby={id}>
      <h2 id={id} className="lead below-4">
        {title}
      </h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </Card>
  );
}
