import { newRecordId } from '#web/ground/browser/record-id.ts';
import { keysIn, LOCAL, readText, TEXT, writeText } from '#web/ground/browser/typed-texts.ts';

/** Keeps a text of this tab where it outlives the tab; null removes it. Returns false when the browser refuses. */
export function writeCopy(name: string, value: string | null, tab: string = tabId()): boolean {
  return writeText(LOCAL, `${TEXT}${name}:${tab}`, value);
}

export function readCopy(name: string): string | null {
  return readText(LOCAL, `${TEXT}${name}:${tabId()}`);
}

/** What other tabs have kept of this name, by their ids. */
export function otherCopies(name: string): { tab: string; text: string }[] {
  const [prefix, mine] = [`${TEXT}${name}:`, tabId()];
  const tabs = keysIn(LOCAL).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  return tabs.flatMap((tab) => (tab === mine ? [] : [{ tab, text: LOCAL().getItem(prefix + tab) ?? '' }]));
}

const TAB_ID = 'kabinet-tab';
let own = '';

/** This tab among those of the browser; a reload keeps it. */
function tabId(): string {
  try {
    own ||= sessionStorage.getItem(TAB_ID) ?? newRecordId();
    sessionStorage.setItem(TAB_ID, own);
  } catch {
    own ||= newRecordId();
  }
  return own;
}

/** A tab begins as a copy of the one that it was duplicated from: the first to see the other write takes a new id. */
export function followTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue === null || !key?.startsWith(TEXT) || !key.endsWith(`:${tabId()}`)) return;
    own = newRecordId();
    tabId();
  });
}
