import type { ElementType, Key, ReactElement, ReactNode } from 'react';
import { jsx, jsxs } from '#web/ground/jsx/jsx-runtime.ts';

export { Fragment, type JSX } from '#web/ground/jsx/jsx-runtime.ts';

/** Called by the code that the development server compiles. */
export function jsxDEV(
  type: ElementType,
  props: { children?: ReactNode },
  key: Key | undefined,
  isStatic: boolean,
): ReactElement {
  const { children } = props;
  return isStatic && Array.isArray(children) ? jsxs(type, { ...props, children }, key) : jsx(type, props, key);
}
