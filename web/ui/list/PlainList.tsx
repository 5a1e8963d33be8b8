import type { ComponentProps } from 'react';

/** A list without bullets; its children are `<li>`. */
export function PlainList(props: ComponentProps<'ul'>) {
  return <ul role="list" {...props} />;
}
