import { newRecordId } from '#web/ground/browser/record-id.ts';

/** Begins every text that a person typed, in the tab's storage and in the browser's. */
const TEXT = 'kabinet-draft:';

/** Reading a storage that the browser refuses throws. */
const [TAB_ALONE, LOCAL] = [() => sessionStorage, () => localStorage];

export function readTabText(name: string): string | null {
  return readText(TAB_ALONE, TEXT + name);
}

/** null removes the text. Returns false when the browser refuses: then it lasts as long as the page. */
export function writeTabText(name: string, value: string | null): boolean {
  return writeText(TAB_ALONE, TEXT + name, value);
}

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

/** Removes texts of this tab and of all that were kept beyond a tab. */
export function removeTextsIf(condition: (text: string, name: string) => boolean): void {
  for (const storage of [TAB_ALONE, LOCAL]) removeIf(storage, condition);
}

export function removeCopiesIf(condition: (text: string) => boolean): void {
  removeIf(LOCAL, condition);
}

/** Whether this tab keeps any text whose name begins with `prefix`, or another one has left one. */
export function hasTexts(prefix: string): boolean {
  return [TAB_ALONE, LOCAL].some((storage) => keysIn(storage).some((key) => key.startsWith(TEXT + prefix)));
}

function keysIn(storage: () => Storage): string[] {
  try {
    return Object.keys(storage()).filter((key) => key.startsWith(TEXT));
  } catch {
    return [];
  }
}

function removeIf(storage: () => Storage, condition: (text: string, name: string) => boolean): void {
  for (const key of keysIn(storage)) {
    if (condition(storage().getItem(key) ?? '', key.slice(TEXT.length))) storage().removeItem(key);
  }
}

function readText(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function writeText(storage: () => Storage, key: string, value: string | null): boolean {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
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
