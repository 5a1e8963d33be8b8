import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { fetchAhead } from '#web/ground/parts/fetch-ahead.ts';
import { fetchPart } from '#web/ground/parts/fetch-part.ts';
import classes from '#web/ground/parts/lazy-part.module.css';

/**
 * A component hidden until it is opened, such as a dialog: its program is prefetched in the background, or loaded at
 * once when it opens sooner. Once loaded, it renders without waiting.
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
  // Prefetching is optional: after a failure the part loads when it opens.
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

/** Shown on a slow connection while the opened part loads. */
function ComingPart() {
  return (
    <p role="status" className={classes.coming}>
      Загрузка...
    </p>
  );
}
