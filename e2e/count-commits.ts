declare global {
  interface Window {
    /** How often React has changed the page. */
    commits: number;
    /** How many components of the last commit have rendered. */
    rendered: number;
    /** How many have rendered in the largest commit since this was set to 0. */
    mostRendered: number;
  }
}

interface Fiber {
  flags: number;
  tag: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/** Listens to React as its developer tools do. */
export function countCommits(): void {
  const PERFORMED_WORK = 1;
  const COMPONENTS = new Set([0, 11, 14, 15]);
  const renderedBelow = (fiber: Fiber): number => {
    // React reuses the children of a component that it has skipped.
    if (fiber.alternate && fiber.child === fiber.alternate.child) return 0;
    let count = 0;
    for (let child = fiber.child; child; child = child.sibling) {
      const rendered = COMPONENTS.has(child.tag) && (child.flags & PERFORMED_WORK) !== 0;
      count += (rendered ? 1 : 0) + renderedBelow(child);
    }
    return count;
  };
  window.commits = 0;
  window.mostRendered = 0;
  const onCommitFiberRoot = (_renderer: number, root: { current: Fiber }) => {
    window.commits += 1;
    window.rendered = renderedBelow(root.current);
    window.mostRendered = Math.max(window.mostRendered, window.rendered);
  };
  const ignore = () => undefined;
  const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot, onCommitFiberUnmount: ignore };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}
