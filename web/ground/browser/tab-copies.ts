import { newRecordId } from '#web/ground/browser/record-id.ts';
import { keysIn, LOCAL, readText, TEXT, writeText } from '#web/ground/browser/typed-texts.ts';

/** Stores a copy of this tab's text that outlives the tab; null removes it. Returns false if the browser refuses. */
export function writeCopy(name: string, value: string | null, tab: string = tabId()): boolean {
  return writeText(LOCAL, `${TEXT}${name}:${tab}`, value);
}

export function readCopy(name: string): string | null {
  return readText(LOCAL, `${TEXT}${name}:${tabId()}`);
}

/** The copies that other tabs stored under this name, with the ids of the tabs. */
export function otherCopies(name: string): { tab: string; text: string }[] {
  const [prefix, mine] = [`${TEXT}${name}:`, tabId()];
  const tabs = keysIn(LOCAL).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  return tabs.flatMap((tab) => (tab === mine ? [] : [{ tab, text: LOCAL().getItem(prefix + tab) ?? '' }]));
}

const TAB_ID = 'kabinet-tab';
let own = '';

/** The id of this tab; it survives a reload. */
function tabId(): string {
  try {
    own ||= sessionStorage.getItem(TAB_ID) ?? newRecordId();
    sessionStorage.setItem(TAB_ID, own);
  } catch {
    own ||= newRecordId();
  }
  return own;
}

/**
 * A duplicated tab starts with the id of the original: the first of the two to see the other one write takes a new id.
 */
export function followTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue === null || !key?.startsWith(TEXT) || !key.endsWith(`:${tabId()}`)) return;
    own = newRecordId();
    tabId();
  });
}
