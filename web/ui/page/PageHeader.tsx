import type { ReactNode } from 'react';
import classes from '#web/ui/page/PageHeader.module.css';

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** A `BackLink` or the row of steps above the title. */
  above?: ReactNode;
  /** An `AddButton`, or buttons for the whole screen. */
  action?: ReactNode;
  /** Below the action; on the phone below the search. */
  counter?: ReactNode;
  /** A warning between header and search. */
  notice?: ReactNode;
  search?: ReactNode;
}

/** The header of a screen, in the same order everywhere. */
export function PageHeader({ title, subtitle, above, action, counter, notice, search }: PageHeaderProps) {
  return (
    <header className={classes.header} data-above={above !== undefined}>
      <div className={classes.titles}>
        {above}
        <h1>{title}</h1>
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
      {counter && <p className={classes.counter}>{counter}</p>}
      {notice && <div className={classes.notice}>{notice}</div>}
      {search && <div className={classes.search}>{search}</div>}
    </header>
  );
}
