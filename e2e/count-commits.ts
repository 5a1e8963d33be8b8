declare global {
  interface Window {
    /** How often React has changed the page. */
    commits: number;
  }
}

/** Listens to React as its developer tools do. */
export function countCommits(): void {
  window.commits = 0;
  const onCommitFiberRoot = () => (window.commits += 1);
  const ignore = () => undefined;
  const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot, onCommitFiberUnmount: ignore };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}
