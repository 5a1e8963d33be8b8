import { type ComponentType, useDeferredValue, useMemo } from 'react';

/**
 * Renders an expensive component in a deferred commit, so that the press itself shows its effect at once. Not for
 * components that contain a field of their parent or move the focus into a field: letters would get lost.
 */
export function deferred<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function Later(props: Props) {
    const drawn = useDeferredValue(props);
    return useMemo(() => <Component {...drawn} />, [drawn]);
  };
}
