declare global {
  interface Window {
    /** What the page's own script (index.html) keeps of the keys behind Ctrl K; null while nothing is expected. */
    readonly searchKeys: { typed: string | null; since: number; pressed: boolean };
  }
}

/** Keeps what is typed from now on, until the field of the search takes it or five seconds pass without a key. */
export function expectTyping(): void {
  window.searchKeys.typed = '';
  window.searchKeys.since = performance.now();
}

/** Returns what was typed before the field was there; a line break stands for Enter. */
export function takeTyped(): string {
  const { typed } = window.searchKeys;
  window.searchKeys.typed = null;
  return typed ?? '';
}

/** Returns once whether Ctrl K was pressed, perhaps before the program was here. */
export function takePress(): boolean {
  const { pressed } = window.searchKeys;
  window.searchKeys.pressed = false;
  return pressed;
}
