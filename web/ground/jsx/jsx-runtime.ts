import type { ElementType, Key, ReactElement, ReactNode } from 'react';
import { Fragment, jsx as element, jsxs as elements } from 'react/jsx-runtime';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

interface Props {
  children?: ReactNode;
}

/**
 * A browser that translates a page, and some extensions, replace its texts by elements of their own. React changes and
 * removes a text beside other children by a node that is then gone from the page: a change is not seen, a removal
 * throws. So such a text has an element of its own here; the only text of an element is set as a whole.
 */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  const { children } = props;
  return element(type, type === Fragment && isText(children) ? { children: apart(children) } : props, key);
}

/** The same for an element with several children, as JSX is compiled. */
export function jsxs(type: ElementType, props: Props & { children: ReactNode[] }, key?: Key): ReactElement {
  const { children } = props;
  if (type !== Fragment && children.every((child) => isText(child) || !child || child === true)) {
    return element(type, { ...props, children: children.filter(isText).join('') }, key);
  }
  return elements(type, { ...props, children: children.map((child) => (isText(child) ? apart(child) : child)) }, key);
}

function isText(child: ReactNode): child is string | number {
  return typeof child === 'string' || typeof child === 'number';
}

/** Nothing replaces blanks, which would be an item of their own in a row of items. */
function apart(text: string | number): ReactNode {
  return String(text).trim() === '' ? text : element('span', { children: text });
}
