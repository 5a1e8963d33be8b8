import type { ReactNode } from 'react';
import { DeskLamp, Lamp } from '#web/ui/base/Lamp.tsx';
import { Mark } from '#web/ui/base/Mark.tsx';
import classes from '#web/ui/base/SingleCard.module.css';

interface SingleCardProps {
  children: ReactNode;
  /** The accessible name of the main area, read when a link of the program leads here. */
  label?: string;
  /** Replaces the logo, which links to the landing, at the top left. */
  mark?: ReactNode;
  /** Under the card, outside it. */
  below?: ReactNode;
  wide?: boolean;
}

/** One card in the middle of the page, under a lamp that hangs from the top of the window. */
export function SingleCard({ children, label, mark, below, wide = false }: SingleCardProps) {
  return (
    <div className={classes.page}>
      <header className={classes.top}>{mark ?? <Mark />}</header>
      <main aria-label={label} className={classes.main} tabIndex={-1}>
        <div className={classes.card} data-wide={wide || undefined}>
          <Lamp shade="cord" />
          <div className={classes.content}>{children}</div>
        </div>
        {below && <div className={classes.below}>{below}</div>}
      </main>
    </div>
  );
}

interface MissingCardProps {
  title: string;
  hint: string;
  action?: ReactNode;
  /** False inside a screen that already has a main area. */
  wholePage?: boolean;
}

/** A card for a missing record or a failure of the program, with the lamp off; by default it fills the page. */
export function MissingCard({ title, hint, action, wholePage = true }: MissingCardProps) {
  const Area = wholePage ? 'main' : 'div';
  return (
    <Area aria-label={wholePage ? title : undefined} className={classes.missing} tabIndex={-1}>
      <DeskLamp lit={false} />
      <h1 className={classes.missingTitle}>{title}</h1>
      <p className={classes.missingHint}>{hint}</p>
      {action}
    </Area>
  );
}
