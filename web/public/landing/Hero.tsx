import type { ReactNode } from 'react';
import classes from '#web/public/landing/Hero.module.css';

interface HeroProps {
  title: ReactNode;
  lead: ReactNode;
  actions: ReactNode;
  below?: ReactNode;
  day: ReactNode;
}

/** Text on the left, the day on the right. */
export function Hero({ title, lead, actions, below, day }: HeroProps) {
  return (
    <div className={classes.hero}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        <div className={classes.lead}>{lead}</div>
        <div className={classes.actions}>{actions}</div>
        {below && <div className={classes.below}>{below}</div>}
      </div>
      <div className={classes.day}>{day}</div>
    </div>
  );
}
