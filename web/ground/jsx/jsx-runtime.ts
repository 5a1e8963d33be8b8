import type { ElementType, Key, ReactElement, ReactNode } from 'react';
import { Fragment, jsx as element, jsxs as elements } from 'react/jsx-runtime';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

interface Props {
  children?: ReactNode;
}

/**
 * Browsers that translate a page, and some extensions, replace its text nodes with elements. React then updates or
 * removes a text node beside other children that is no longer in the page: the update has no effect, the removal
 * throws. So here every text beside other children gets its own element; a text that is an only child is set as a
 * whole.
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

/** Leaves whitespace as it is: nothing replaces it, and in a flex row an element would be an item. */
function apart(text: string | number): ReactNode {
  return String(text).trim() === '' ? text : element('span', { children: text });
}
