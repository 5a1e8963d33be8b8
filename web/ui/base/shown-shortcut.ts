const APPLE = /Mac|iPhone|iPad/;

/** 'Ctrl K', on a Mac '⌘ K'. */
export function shownShortcut(key: string): string {
  return `${APPLE.test(navigator.userAgent) ? '⌘' : 'Ctrl'} ${key}`;
}
