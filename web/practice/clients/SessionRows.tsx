import type { ComponentProps } from 'react';
import classes from '#web/practice/clients/ClientDetails.module.css';
import { PlainList } from '#web/ui/list/PlainList.tsx';

/** The list of a client's sessions in the client's details; its children are `<li>`. */
export function SessionRows(props: ComponentProps<'ul'>) {
  return <PlainList className={classes.sessions} {...props} />;
}
