import { type ComponentType, useDeferredValue, useMemo } from 'react';

/**
 * The dialogs of a record, expensive ones: they open in a deferred commit, so that the press itself shows its effect at
 * once, and close at once. Not for those that contain a field of their parent or move the focus into a field: letters would
 * get lost.
 */
export function deferred<Props extends { id: string | null }>(Dialogs: ComponentType<Props>): ComponentType<Props> {
  return function Later(props: Props) {
    const late = useDeferredValue(props);
    // Between closing and opening again a deferred commit can be skipped.
    const drawn = props.id === null && late.id !== null ? props : late;
    return useMemo(() => <Dialogs {...drawn} />, [drawn]);
  };
}
