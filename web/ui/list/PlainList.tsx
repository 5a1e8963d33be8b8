import type { ComponentProps } from 'react';

/** A list without bullets; its children are `<li>`. */
export function PlainList(props: ComponentProps<'ul'>) {
  // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list
  return <ul role="list" {...props} />;
}
