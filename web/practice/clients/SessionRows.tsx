import type { ComponentProps } from 'react';
import classes from '#web/practice/clients/ClientDetails.module.css';

/** The list of a client's sessions in the client's details; its children are `<li>`. */
export function SessionRows(props: ComponentProps<'ul'>) {
  // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list
  return <ul role="list" className={classes.sessions} {...props} />;
}
