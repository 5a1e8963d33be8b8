import type { ReactNode } from 'react';
import classes from '#web/ui/page/ListTools.module.css';

interface ListToolsProps {
  search: ReactNode;
  /** The order and what else narrows the list. */
  children: ReactNode;
}

/** What a list shows: its search, and beside it, on the phone below, its order. */
export function ListTools({ search, children }: ListToolsProps) {
  return (
    <div className="flex wrap gap-3">
      <div className={classes.search}>{search}</div>
      {children}
    </div>
  );
}
