import type { ReactNode } from 'react';
import classes from '#web/ui/page/ListTools.module.css';

interface ListToolsProps {
  search: ReactNode;
  /** The order and other filters of the list. */
  children: ReactNode;
}

/** The controls of a list: the search and, beside it or on the phone below, the order. */
export function ListTools({ search, children }: ListToolsProps) {
  return (
    <div className="flex wrap gap-3">
      <div className={classes.search}>{search}</div>
      {children}
    </div>
  );
}
