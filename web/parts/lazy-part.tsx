import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { fetchAhead } from '#web/parts/fetch-ahead.ts';
import { fetchPart } from '#web/parts/fetch-part.ts';
import classes from '#web/parts/lazy-part.module.css';

/**
 * A component that is not to be seen before somebody opens it, a dialog: its program is fetched behind the screen, or
 * at once where it is asked for sooner, and from then on it is drawn without any waiting.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpened: (props: Props) => boolean,
  whileComing: ReactNode = <ComingPart />,
): ComponentType<Props> {
  let component: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const take = async (loaded: Promise<ComponentType<Props>>) => {
    component = await loaded;
    for (const listener of listeners) listener();
  };
  const fetch = () => (coming ??= take(fetchPart(load)));
  // Nobody waits for it: where it cannot be had now, it is fetched when it is asked for.
  const tryAhead = () => take(load()).catch(() => undefined);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return function Part(props: Props) {
    const Component = useSyncExternalStore(subscribe, () => component);
    const opened = isOpened(props);
    useEffect(() => void (opened ? fetch() : fetchAhead(tryAhead)), [opened]);
    if (Component) return <Component {...props} />;
    return opened && whileComing;
  };
}

/** On a slow line: what was asked for is on its way. */
function ComingPart() {
  return (
    <p role="status" className={classes.coming}>
      Загрузка...
    </p>
  );
}
