import { type ComponentType, useDeferredValue, useMemo } from 'react';

/**
 * What is large to draw follows in a picture of its own, so that the press that asked for it is answered at once. Not for
 * what holds a field of its parent, nor for what takes the focus into a field: letters would get lost in between.
 */
export function deferred<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function Later(props: Props) {
    const drawn = useDeferredValue(props);
    return useMemo(() => <Component {...drawn} />, [drawn]);
  };
}
