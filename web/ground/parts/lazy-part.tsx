import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Store, useStore } from '#web/ground/browser/store.ts';
import { fetchAhead } from '#web/ground/parts/fetch-ahead.ts';
import { fetchPart } from '#web/ground/parts/fetch-part.ts';
import classes from '#web/ground/parts/lazy-part.module.css';

/**
 * Returns a hook with the component once it has loaded: it loads at once if `wanted`, otherwise, or with `behind`, in
 * the background.
 */
export function loaded<Props>(
  load: () => Promise<ComponentType<Props>>,
  behind = false,
): (wanted: boolean) => ComponentType<Props> | null {
  const component = new Store<ComponentType<Props> | null>(null);
  let coming: Promise<void> | null = null;
  const take = async (arriving: Promise<ComponentType<Props>>) => component.set(await arriving);
  const fetch = () => (coming ??= take(fetchPart(load)));
  // Prefetching is optional: after a failure the part loads when it is needed.
  const tryAhead = () => take(load()).catch(() => undefined);
  return function useLoaded(wanted) {
    useEffect(() => void (wanted && !behind ? fetch() : fetchAhead(wanted ? fetch : tryAhead)), [wanted]);
    return useStore(component);
  };
}

interface LazyOptions<Props> {
  /** Rendered while the component loads. */
  coming?: ReactNode;
  /** Returns false for a component that is always rendered but not visible yet: then it is only prefetched. */
  isOpened?: (props: Props) => boolean;
  /** Load the component only after the screen's own queries have finished. */
  behind?: boolean;
}

/** A component whose code loads on demand; once loaded, it renders at once. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { coming = <ComingPart />, isOpened = () => true, behind }: LazyOptions<Props> = {},
): ComponentType<Props> {
  const useLoaded = loaded(load, behind);
  return function Part(props: Props) {
    const opened = isOpened(props);
    const Component = useLoaded(opened);
    if (Component) return <Component {...props} />;
    return opened && coming;
  };
}

/**
 * A dialog that is mounted while it is `opened`: its code is prefetched in the background, or loaded at once if it
 * opens sooner.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { opened: boolean }> {
  const useLoaded = loaded(load);
  return function LazyDialog(props) {
    const Component = useLoaded(props.opened);
    if (!props.opened) return null;
    return Component ? <Component {...props} /> : <ComingPart />;
  };
}

/** Shown on a slow connection while the opened part loads. */
function ComingPart() {
  return (
    <p aria-live="polite" className={classes.coming}>
      Загрузка...
    </p>
  );
}
